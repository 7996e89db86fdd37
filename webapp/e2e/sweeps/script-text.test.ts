import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { newFundedMember, newMember, newPerson, signInAgain } from '../harness/person';
import { expect, test } from '../harness/test';
import { arrive, continueWithGoogle, field, fillNameAndEmail, heading, press } from '../screens/entry';
import { openSavings, payFromWallet, startSavings } from '../screens/plans';
import { sheet } from '../screens/wallet';

/**
 * Each calls `__ran` if it is interpreted as anything but text. No longer than the shortest of the long fields allows.
 */
const payloads = [
  '<img src=x onerror=__ran()>',
  '"><svg onload=__ran()>',
  `'><script>__ran()</script>`,
  '</title><script>__ran()</script>',
  '</textarea><img src=x onerror=__ran()>',
  '" autofocus onfocus="__ran()" x="',
  'javascript:__ran()//',
  'data:text/html,<script>parent.__ran()</script>',
  `{{constructor.constructor('__ran()')()}}`,
  '$' + '{__ran()}',
  '<iframe srcdoc="<script>parent.__ran()</script>">',
  '--><math><style><img src=x onerror=__ran()>',
  '=HYPERLINK("javascript:__ran()")',
  '//evil.example/%3Cscript%3E__ran()',
  '<script>__ran()</script>',
  '<svg><script>__ran()</script></svg>',
  '<body onload=__ran()>',
  '<details open ontoggle=__ran()>',
  '<video><source onerror=__ran()></video>',
  '<a href="javascript:__ran()">receipt</a>',
  '<form action="javascript:__ran()"><button>',
  '<object data="javascript:__ran()"></object>',
  '<embed src="javascript:__ran()">',
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;//evil.example">',
  '<template><script>__ran()</script></template>',
  '%3Cscript%3E__ran()%3C%2Fscript%3E',
  '&lt;script&gt;__ran()&lt;/script&gt;',
  '<!--><script>__ran()//-->',
  "+cmd|' /C __ran()'!A1",
];
/** Payloads that work only at the start of an address; the rest may appear anywhere. */
const leading = ['javascript:__ran()', '//evil.example/x', 'data:text/html,<script>__ran()</script>'];
const together = payloads.join(' ');

/** Records any script that ran, dialog that opened or policy violation, in any page and frame. */
async function noted(context: BrowserContext): Promise<string[]> {
  const found: string[] = [];
  await context.exposeBinding('__ran', ({ page }) => void found.push(`ran on ${page.url()}`));
  await context.exposeBinding(
    '__offended',
    ({ page }, what: string) => void found.push(`${what} on ${page.url()}`),
  );
  await context.addInitScript(() => {
    const { __offended } = window as unknown as { __offended: (what: string) => void };
    addEventListener('securitypolicyviolation', (event) =>
      __offended(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  context.on('page', (page) => {
    page.on('dialog', (dialog) => {
      found.push(`dialog on ${page.url()}`);
      void dialog.dismiss();
    });
  });
  return found;
}

/** Expects that text produced no element, attribute or link, and that the page has not navigated. */
async function expectTextOnly(page: Page, origin: string, what: string): Promise<void> {
  const look = () => page.evaluate(made);
  // The page may be reloading.
  const found = await look().catch(async () => {
    await page.locator('main').first().waitFor();
    return look();
  });
  expect(found, what).toEqual([]);
  expect(new URL(page.url()).origin, what).toBe(origin);
}

/** Elements, attributes and links that text may have produced; runs in the page. */
function made(): string[] {
  const elements = document.querySelectorAll(
    'img[src="x"], iframe, math, object, embed, base, details[ontoggle], video, meta[http-equiv="refresh"], ' +
      'form[action^="javascript"], svg[onload], [onerror], [onload], [onfocus], [ontoggle], [srcdoc], main script, svg script',
  );
  const links = [...document.links].filter(
    ({ protocol, host }) => !/^(https?|mailto|tel|blob):$/.test(protocol) || host === 'evil.example',
  );
  return [...elements, ...links].map((element) => element.outerHTML.slice(0, 200));
}

/** Navigates like a link within the app, without reloading the page. Resolves once the new page has been painted. */
async function follow(page: Page, address: string): Promise<void> {
  const go = () =>
    page.evaluate(async (to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
      const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      await painted();
      await painted();
    }, address);
  // The page may be reloading, as it does at the address of another page.
  await go().catch(async () => {
    await page.locator('main').first().waitFor();
    await go();
  });
}

const address = (path: string, names: string[], value: string) =>
  `${path}?${new URLSearchParams(names.map((name) => [name, value]))}`;

interface Read {
  path: string;
  names: string[];
}

/** Parameters that no page reads, although one might be expected to. */
const NEVER_READ = ['message', 'title', 'next', 'redirect_uri', 'state'];

/** The pages of a layout that read parameters, as the router lists them, and their parameters. */
function readers(layout: 'open' | 'inside'): Read[] {
  const router = readFileSync(new URL('../../src/app/router.tsx', import.meta.url), 'utf8');
  const namesIn = (text: string) =>
    [...(text.match(/texts\(([^)]*)\)/)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
  const ofPayments = namesIn(router.slice(router.indexOf('const payment =')));
  const pages = router.split(/(?=\b(?:open|inside)Page\()/).flatMap((text): Read[] => {
    const [, kind, path] = text.match(/^(\w+)Page\(\s*'(\/[^']*)'/) ?? [];
    if (kind !== layout || path === undefined || path.includes('$')) return [];
    const names = /,\s*payment\)/.test(text) ? ofPayments : namesIn(text);
    return names.length > 0 ? [{ path, names: [...new Set([...names, ...NEVER_READ])] }] : [];
  });
  // Otherwise the router's syntax has changed.
  expect(pages.length).toBeGreaterThanOrEqual(layout === 'open' ? 5 : 15);
  return pages;
}

test('script in an address is text on the page that reads it', async ({ page, context, server }) => {
  const found = await noted(context);
  const member = await newMember(server.url);
  const visit = async (pages: Read[]) => {
    for (const { path, names } of pages) {
      await page.goto(address(path, names, together));
      await page.locator('main').first().waitFor();
      await expectTextOnly(page, server.url, path);
      for (const value of leading) {
        await follow(page, address(path, names, value));
        await expectTextOnly(page, server.url, `${path} ${value}`);
      }
    }
  };
  await visit(readers('open'));
  // A code that no form can send is not stored, so all payloads are tried on the page itself.
  await page.goto(`/code/${encodeURIComponent(together)}`);
  await heading(page, 'Welcome').waitFor({ state: 'attached' });
  await expectTextOnly(page, server.url, '/code');
  for (const value of [...leading, ...payloads]) {
    await page.goto(`/code/${encodeURIComponent(value)}`);
    await heading(page, 'Welcome').waitFor({ state: 'attached' });
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/register');
    await fillNameAndEmail(page, newPerson());
    await expect.poll(() => field(page, 'Referral code (optional)').inputValue()).toBe(value);
    await expectTextOnly(page, server.url, `/code/${value}`);
  }
  for (const value of [...leading, together]) {
    await page.goto(`/sandbox/liveness/${encodeURIComponent(value)}`);
    await page.locator('main').first().waitFor();
    await expectTextOnly(page, server.url, `/sandbox/liveness/${value}`);
  }

  await arrive(page, member);
  await visit(readers('inside'));
  // The page does not show texts from the address, and its button stays within the app.
  await page.goto(address('/success', ['title', 'message', 'next', 'done'], 'javascript:__ran()'));
  await heading(page, 'Success').waitFor({ state: 'attached' });
  expect(await page.getByText('javascript:').count()).toBe(0);
  await page.getByRole('link', { name: 'Skip', exact: true }).click();
  await page.waitForURL('**/dashboard');
  expect(found).toEqual([]);
}, 420_000);

test('script saved by a user is text for them and for their payees', async ({
  page,
  context,
  server,
  sandbox,
}) => {
  const found = await noted(context);
  const [first = ''] = payloads;
  const payee = await newFundedMember(server.url, '1000.00', {
    ...newPerson(),
    firstName: first,
    lastName: first,
    name: first,
  });
  const number = (await payee.api.wallet()).identity;
  const account = await payee.api.must<{ account_number: string }>('POST', '/accounts/fund', { type: 'NGN' });
  // Payers whose names and notes are script, and senders at other banks.
  const { api: teller } = await newMember(server.url);
  const references: string[] = [];
  for (const payload of payloads) {
    const payer = await newFundedMember(server.url, '100.00', { ...newPerson(), name: payload });
    const paid = await payer.api.transfer(number, '1.00', payer.pin, undefined, payload);
    expect(paid.status, payload).toBe(201);
    references.push(paid.body.data.reference);
    const credit = { account_number: account.account_number, amount: '1.00', sender: payload };
    await teller.must('POST', '/sandbox/credits', credit);
  }

  await arrive(page, payee);
  await expectTextOnly(page, server.url, '/dashboard');
  for (const payload of payloads) {
    await payee.api.must('POST', '/profile', {
      first_name: payload,
      last_name: payload,
      gender: 'female',
      dob: '14-03-1994',
      about: `${payload} ${together}`.slice(0, 500),
      address: payload,
      city: payload,
      lga: payload,
      landmark: payload,
      postal_code: payload.slice(0, 16),
      country: payload,
      state: payload,
    });
    await page.goto('/profile?edit=true&session=address');
    await page.getByText(payload, { exact: true }).first().waitFor();
    await expectTextOnly(page, server.url, `/profile address ${payload}`);
    await follow(page, '/dashboard');
    await heading(page, `Hello, ${payload}`).waitFor();
    await expectTextOnly(page, server.url, `/dashboard ${payload}`);
    await follow(page, '/profile?edit=true&session=about');
    await expect.poll(() => field(page, 'First name').inputValue()).toBe(payload);
    await expectTextOnly(page, server.url, `/profile about ${payload}`);
  }

  // All pages of the history, with every receipt open.
  await page.goto('/transaction');
  const rows = page.getByRole('main').getByRole('listitem');
  const seen = new Set<string>();
  const total = 2 * payloads.length + 1;
  const last = Math.ceil(total / 10);
  for (let number = 1; number <= last; number += 1) {
    await page.getByText(`${number} of ${last}`, { exact: true }).waitFor();
    await expect.poll(() => rows.count()).toBe(number < last ? 10 : total - 10 * (last - 1));
    for (const row of await rows.all()) {
      await row.getByRole('button').first().click();
      const receipt = page.getByRole('dialog');
      await receipt.locator('dd').first().waitFor();
      for (const payload of payloads) {
        if ((await receipt.locator('dd').getByText(payload, { exact: true }).count()) > 0) seen.add(payload);
      }
      await expectTextOnly(page, server.url, '/transaction, receipts');
      await press(page, 'Close');
      await receipt.waitFor({ state: 'detached' });
    }
    if (number < last) await press(page, 'Next');
  }
  expect(seen).toEqual(new Set(payloads));
  for (const path of ['/transaction', '/bank-account', '/withdraw']) {
    await page.goto(path);
    for (const payload of payloads) {
      await field(page, 'Search').fill(payload);
      await expectTextOnly(page, server.url, `${path} ${payload}`);
    }
  }
  await page.goto(`/send-sell-success?reference=${references[0]}`);
  await page.getByText(references[0] ?? '', { exact: true }).waitFor();
  await expectTextOnly(page, server.url, '/send-sell-success');

  await page.goto('/security-questions');
  await field(page, 'Question 1').selectOption('security-1');
  await field(page, 'Answer 1').fill(first);
  await page
    .getByRole('form', { name: 'Security question 1' })
    .getByRole('button', { name: 'Save answer' })
    .click();
  await page.getByText('Your answer is saved.').waitFor();
  await expectTextOnly(page, server.url, '/security-questions');

  // Messages to and from support. On a busy machine the pages before take longer than an inactive session lasts.
  await signInAgain(payee);
  for (const [place, payload] of payloads.entries()) {
    const message = { client_id: `message-${place}`, message: `${payload}\n${together}` };
    await payee.api.must('POST', '/support/messages', message);
    await sandbox.answer(payee.user.uuid, payload);
  }
  await page.goto('/chat');
  // Earlier messages are above the log.
  const said = page.getByRole('main');
  const message = said.getByText(payloads[0] ?? '', { exact: true });
  const earlier = page.getByRole('button', { name: 'Earlier messages' });
  await earlier.waitFor();
  await expect
    .poll(
      async () => {
        if ((await message.count()) === 0 && (await earlier.isVisible())) await earlier.click();
        return message.count();
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
  for (const payload of payloads) await said.getByText(payload, { exact: true }).first().waitFor();
  await expectTextOnly(page, server.url, '/chat');

  // Messages of a cluster's members, and the cluster's name.
  server.run(
    'cluster',
    'add',
    'SCRIPT01',
    '--name',
    first,
    '--state',
    first,
    '--lga',
    first,
    '--support-email',
    'a@example.com',
    '--by',
    'Grace',
  );
  const { uuid } = await payee.api.must<{ uuid: string }>('PATCH', '/business/join', { code: 'SCRIPT01' });
  for (const [place, payload] of payloads.entries())
    await payee.api.must('POST', `/clusters/${uuid}/messages`, {
      client_id: `cluster-message-${place}`,
      message: `${payload}\n${together}`,
    });
  await page.goto('/clusters');
  await page.getByText(first).first().waitFor();
  await expectTextOnly(page, server.url, '/clusters');
  await page.goto(`/clusters/${uuid}`);
  await page.getByRole('log').getByText(first).first().waitFor();
  await expectTextOnly(page, server.url, '/clusters/{uuid}');

  // The liveness page shows the user's name; the sandbox lists all users and their messages.
  const check = await payee.api.must<{ url: string }>('POST', '/liveness');
  await page.goto(check.url);
  await page.getByText(first).first().waitFor();
  await expectTextOnly(page, server.url, '/sandbox/liveness');
  await page.goto('/sandbox');
  await field(page, 'Receiver').fill(together);
  await expectTextOnly(page, server.url, '/sandbox');
  await field(page, 'Conversation').selectOption(payee.user.uuid);
  await page.getByRole('form', { name: 'Chat with support' }).getByText(together).first().waitFor();
  await expectTextOnly(page, server.url, '/sandbox, conversation');
  expect(await sandbox.messages(together)).toEqual([]);

  const headers = { authorization: `Bearer ${payee.api.token}` };
  const file = await fetch(`${server.url}/api/transaction/me.csv`, { headers });
  expect(file.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
  const lines = (await file.text()).replaceAll('\r\n', '\n');
  const cells = [...lines.matchAll(/(?:^|,|\n)(?:"((?:[^"]|"")*)"|([^",\n]*))/g)];
  const texts = cells.map(([, quoted, plain]) => quoted ?? plain ?? '');
  expect(texts.some((text) => text.includes('HYPERLINK'))).toBe(true);
  expect(texts.filter((text) => /^[=+@\t\r]|^-(?![\d.]+$)/.test(text))).toEqual([]);
  for (const reference of references) {
    const receipt = await fetch(`${server.url}/api/transaction/${reference}/receipt.pdf`, { headers });
    expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(Buffer.from(await receipt.arrayBuffer()).toString('latin1')).not.toMatch(/\/JavaScript|\/URI/);
  }
  expect(found).toEqual([]);
}, 420_000);

test('script in a Google account’s data is text', async ({ page, context, server }) => {
  const found = await noted(context);
  for (const [place, payload] of payloads.slice(0, 3).entries()) {
    await page.goto('/login');
    await press(page, 'Google');
    await continueWithGoogle(page);
    await field(page, 'Email').fill(`script.${place}@gmail.com`);
    await field(page, 'First name').fill(payload);
    await field(page, 'Last name').fill(payload);
    await press(page, 'Continue');
    await page.waitForURL('**/profile?page=verification');
    await expect.poll(() => field(page, 'First name').inputValue()).toBe(payload);
    await expectTextOnly(page, server.url, `/profile after Google ${payload}`);
    await context.clearCookies();
    await page.evaluate(() => localStorage.clear());
  }
  expect(found).toEqual([]);
});

/** Payloads joined into texts within the length of a plan's name. */
const groups = payloads.reduce<string[]>((made, payload) => {
  const last = made.at(-1);
  const joined = `${last} ${payload}`;
  if (last === undefined || joined.length > 95) made.push(payload);
  else made[made.length - 1] = joined;
  return made;
}, []);

/** The number of plans per page. */
const PAGE_ROWS = 10;

test('script in the name of a plan, of its members and of a friend is text for everyone in the group', async ({
  page,
  context,
  server,
  sandbox,
}) => {
  const found = await noted(context);
  const [first = '', second = '', third = ''] = payloads;
  const creator = await newFundedMember(server.url, '50000.00', { ...newPerson(), name: first });
  const member = await newFundedMember(server.url, '50000.00', { ...newPerson(), name: second });
  const joining = { quote: '/quotes/join', pay: '/plans/join', action: 'group_join' };
  const started = [];
  for (const name of groups) {
    const plan = await startSavings(creator, 'Group Savings', { name, amount: '1500' });
    await payFromWallet(member, joining, { code: plan.code, amount: '700' });
    started.push(plan);
  }
  const [plan] = started;
  const { email, phone } = newPerson();
  const friend = { name: third, email, phone };
  await creator.api.must('POST', `/subscriptions/${plan?.id}/members/init`, friend);
  const { uuid: user } = await creator.api.must<{ uuid: string }>(
    'POST',
    `/subscriptions/${plan?.id}/members/proxy-create`,
    { ...friend, code: await sandbox.code(email) },
  );
  const adding = { code: plan?.code, amount: '600.00', user };
  await creator.api.must('POST', '/plans/join', adding, { 'idempotency-key': 'key-of-a-friend-0001' });

  const expectGroups = async (whose: string, others: string[]) => {
    await page.goto('/my-savings');
    const newestFirst = groups.toReversed();
    for (let index = 0; index < newestFirst.length; index += PAGE_ROWS) {
      if (index > 0) await press(page, 'Next');
      for (const name of newestFirst.slice(index, index + PAGE_ROWS))
        await page.getByText(name, { exact: true }).first().waitFor();
      await expectTextOnly(page, server.url, `/my-savings of ${whose}`);
    }
    // The oldest group, on the last page, has all of them.
    await page.locator('main a[href*="/my-savings?id="]').last().click();
    for (const name of others) await page.getByText(name).first().waitFor({ state: 'attached' });
    await expectTextOnly(page, server.url, `the oldest group of ${whose}`);
    await openSavings(page);
  };
  await arrive(page, creator);
  await expectGroups('the creator', [second, third]);
  // The newest one is open.
  await press(page, `Add user: ${groups.at(-1)}`);
  await field(page, 'Email address').fill(together);
  await expectTextOnly(page, server.url, 'adding a member');
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await arrive(page, member);
  await expectGroups('a member', [first]);
  const stranger = await newFundedMember(server.url, '50000.00');
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await arrive(page, stranger);
  for (const { code, name } of started) {
    await page.goto('/my-savings');
    await press(page, 'Join a plan');
    await field(page, 'Plan code').fill(code ?? '');
    await press(page, 'Continue');
    await sheet(page).getByText(`Kindly confirm plan ${name}.`).waitFor();
    await expectTextOnly(page, server.url, `joining ${name}`);
  }
  // A strategy contains only figures and a known coin's code.
  for (const coin of payloads) {
    const { status } = await member.api.call('POST', '/strategies', { coin, price: '1' });
    expect(status, coin).toBe(422);
  }
  await page.goto('/strategy');
  await heading(page, 'Strategy').waitFor();
  await expectTextOnly(page, server.url, '/strategy');
  expect(found).toEqual([]);
}, 420_000);

/** User-written texts that are displayed: the tests above cover each. */
const SHOWN = new Set(
  'about address answer city country description first_name landmark last_name lga message name postal_code referrer state'.split(
    ' ',
  ),
);
/** Texts that are not prose: the server accepts only fixed forms, or displays them to no user. */
const BOUND: Record<string, string> = {
  'a choice, or the identifier of something that there is':
    'bank_account_id bank_code channel_name client_id coin code confirm dial_code duration_unit funding_source gender id ' +
    'idempotency_key member method network package page pair plan_id purpose question quote_id reason service socket_id ' +
    'token transaction_id tx_ref type user value wallet wallet_number receive_wallet payee',
  'a number, a date or an address':
    'account_number amount bvn dob email iuc latitude longitude meter nin phone typed',
  'a secret, which is never shown':
    'api_key api_secret confirm_password confirm_pin new_password old_password old_pin password pin fcm_token',
  'a name that the bank or the register gives, and that is compared with it':
    'account_name bank_name firstname lastname',
};

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
}
interface Contract {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema?: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
}

test('every text accepted by a call is covered, or is not prose', () => {
  const file = new URL('../../../docs/openapi.json', import.meta.url);
  const { paths, components }: Contract = JSON.parse(readFileSync(file, 'utf8'));
  const alternatives = (schema: Schema): Schema[] => {
    const named = schema.$ref && components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    if (named) return alternatives(named);
    const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
    return [schema, ...parts.flatMap(alternatives)];
  };
  const texts = (schema: Schema, depth = 0): string[] =>
    depth > 4
      ? []
      : alternatives(schema).flatMap(({ items, properties = {} }) => [
          ...(items ? texts(items, depth + 1) : []),
          ...Object.entries(properties).flatMap(([name, property]) => [
            ...(alternatives(property).some(isText) ? [name] : []),
            ...texts(property, depth + 1),
          ]),
        ]);
  const isText = ({ type, enum: choice, format }: Schema) =>
    [type].flat().includes('string') && choice === undefined && format === undefined;
  const taken = new Set(
    Object.entries(paths)
      // Calls of testers and providers do not count.
      .filter(([path]) => !/^\/api\/(sandbox|rules|hooks)\b/.test(path))
      .flatMap(([, verbs]) => Object.values(verbs))
      .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
      .flatMap(({ schema = {} }) => texts(schema)),
  );
  const bound = new Set(Object.values(BOUND).flatMap((names) => names.split(' ')));
  expect([...taken].filter((name) => !SHOWN.has(name) && !bound.has(name))).toEqual([]);
  expect([...SHOWN].filter((name) => !taken.has(name) || bound.has(name))).toEqual([]);
});
