import type { BrowserContext, Page } from 'playwright-core';
import { newFundedMember, newMember, newPerson } from '../harness/person';
import { expect, test } from '../harness/test';
import { arrive, continueWithGoogle, field, heading, press } from '../screens/entry';

/** Each calls `__ran` where it is taken for anything but text. No longer than the shortest of the long fields. */
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
];
/** What begins an address may decide where it leads; the rest may stand anywhere. */
const leading = ['javascript:__ran()', '//evil.example/x', 'data:text/html,<script>__ran()</script>'];
const together = payloads.join(' ');

/** Notes whatever ran, opened a dialog or offended against the content policy, in any page and frame. */
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

/** No element, attribute or link came out of a text, and the page is where it was. */
async function expectTextOnly(page: Page, origin: string, what: string): Promise<void> {
  const made = await page.evaluate(() => {
    const elements = document.querySelectorAll(
      'img[src="x"], iframe, math, svg[onload], [onerror], [onload], [onfocus], [srcdoc], main script',
    );
    const links = [...document.links].filter(
      ({ protocol, host }) => !/^(https?|mailto|tel|blob):$/.test(protocol) || host === 'evil.example',
    );
    return [...elements, ...links].map((element) => element.outerHTML.slice(0, 200));
  });
  expect(made, what).toEqual([]);
  expect(new URL(page.url()).origin, what).toBe(origin);
}

/** As a link within the app leads there: without loading the page anew. Answers once what follows has been painted. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(async (to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await painted();
    await painted();
  }, address);
}

const address = (path: string, names: string[], value: string) =>
  `${path}?${new URLSearchParams(names.map((name) => [name, value]))}`;

test('script in an address is text on the page that reads it', async ({ page, context, server }) => {
  const found = await noted(context);
  const paid = ['reference', 'amount', 'currency', 'bank', 'type', 'recepient'];
  const open: [string, string[]][] = [
    ['/otp-confirm-page', ['email', 'message', 'referrer']],
    ['/otp-confirm-page', ['email', 'page', 'message', 'referrer']],
    ['/reset-password', ['email']],
    ['/login', ['google']],
    ['/', ['referrer']],
    ['/', ['auth_code']],
    ['/sandbox/google', ['state', 'redirect_uri', 'client_id', 'scope', 'nonce']],
  ];
  const inside: [string, string[]][] = [
    ['/success', ['title', 'message', 'next', 'done']],
    ['/success', ['done', ...paid]],
    ['/services', ['type']],
    ['/referral', ['tab', 'reference']],
    ['/profile', ['page', 'edit', 'session']],
    ['/settings', ['currency', 'operation']],
    ['/bank-transfer', ['amount', 'code']],
    ['/bank-transfer-success', paid],
    ['/bank-withdraw-success', paid],
    ['/send-sell-success', paid],
    ['/order-placed', paid],
    ['/verify/liveness', ['check']],
  ];
  const member = await newMember(server.url);
  const visit = async (pages: [string, string[]][]) => {
    for (const [path, names] of pages) {
      await page.goto(address(path, names, together));
      await page.locator('main').first().waitFor();
      await expectTextOnly(page, server.url, path);
      for (const value of leading) {
        await follow(page, address(path, names, value));
        await expectTextOnly(page, server.url, `${path} ${value}`);
      }
    }
  };
  await visit(open);
  // A code that no form can send is not kept, so all payloads together are tried on the page itself.
  await page.goto(`/code/${encodeURIComponent(together)}`);
  await heading(page, 'Welcome').waitFor({ state: 'attached' });
  await expectTextOnly(page, server.url, '/code');
  for (const value of [...leading, ...payloads]) {
    await page.goto(`/code/${encodeURIComponent(value)}`);
    await heading(page, 'Welcome').waitFor({ state: 'attached' });
    await page.goto('/register');
    await expect.poll(() => field(page, 'Referral code (optional)').inputValue()).toBe(value);
    await expectTextOnly(page, server.url, `/code/${value}`);
  }
  for (const value of [...leading, together]) {
    await page.goto(`/sandbox/liveness/${encodeURIComponent(value)}`);
    await page.locator('main').first().waitFor();
    await expectTextOnly(page, server.url, `/sandbox/liveness/${value}`);
  }

  await arrive(page, member);
  await visit(inside);
  // What the address says is not said by the page, and the button leads on within the app.
  await page.goto(address('/success', ['title', 'message', 'next', 'done'], 'javascript:__ran()'));
  await heading(page, 'Success').waitFor({ state: 'attached' });
  expect(await page.getByText('javascript:').count()).toBe(0);
  await page.getByRole('link', { name: 'Skip', exact: true }).click();
  await page.waitForURL('**/dashboard');
  expect(found).toEqual([]);
});

test('script that a person saves is text for them and for whoever they pay', async ({
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
  // Payers whose names and words are script, and senders at other banks.
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

  // All pages of the history, every receipt open.
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

  // What is said to support, and what is answered.
  for (const [place, payload] of payloads.entries()) {
    const message = { client_id: `message-${place}`, message: `${payload}\n${together}` };
    await payee.api.must('POST', '/support/messages', message);
    await sandbox.answer(payee.user.uuid, payload);
  }
  await page.goto('/chat');
  for (const payload of payloads)
    await page.getByRole('log').getByText(payload, { exact: true }).first().waitFor();
  await expectTextOnly(page, server.url, '/chat');

  // What a member of a cluster says, and what the cluster is called.
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

  // The camera's page names the person; the sandbox lists everybody, and all that they were written.
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
});

test('script that comes with a Google account is text', async ({ page, context, server }) => {
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
