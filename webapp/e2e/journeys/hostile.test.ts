import type { Page } from 'playwright-core';
import { newFundedMember, newMember, newPerson } from '../harness/person';
import { test as base, expect, expectAccessible } from '../harness/test';
import { arrive, field, fillNameAndEmail, press } from '../screens/entry';
import { acceptPrice, chooseWallet, enterAmount, enterPin, paidReference } from '../screens/wallet';

const test = base.extend({ serviceWorkers: 'allow' });

const long = 'x'.repeat(10_000);
const script = `"><script>window.harmed = true</script><img src=x onerror="window.harmed = true">`;
const hostile = [
  long,
  script,
  '\u202Eevil\u0000',
  '   ',
  '１２３４５',
  '٠١٢٣٤',
  "' OR 1=1 --",
  '{{7*7}}',
  '=HYPERLINK("http://x")',
];

const unharmed = async (page: Page) => {
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    'nothing sticks out sideways',
  ).toBe(true);
};

/** Fills every field of the form with the same text and submits it. Without a submit button, leaves the last field. */
async function fillAll(page: Page, labels: string[], text: string, submit: string | null): Promise<void> {
  for (const label of labels) await field(page, label).fill(text);
  if (submit) await press(page, submit);
  else await page.keyboard.press('Tab');
}

test('the public forms refuse every malformed text, and none of it runs', async ({ page, server: _ }) => {
  const forms: [string, string[], string | null][] = [
    ['/login', ['Email', 'Password'], 'Log in'],
    ['/forgot-password', ['Email'], 'Reset Password'],
    ['/register', ['Name', 'Email'], 'Continue'],
  ];
  for (const [path, labels, submit] of forms) {
    await page.goto(path);
    for (const text of hostile) {
      await fillAll(page, labels, text, submit);
      await expect
        .poll(() => field(page, 'Email').getAttribute('aria-invalid'), {
          message: `${path} ${text.slice(0, 20)}`,
        })
        .toBe('true');
      await unharmed(page);
    }
    expect(new URL(page.url()).pathname).toBe(path);
    await expectAccessible(page);
  }
  await fillNameAndEmail(page, newPerson());
  await press(page, 'Have a code?');
  for (const text of hostile) {
    // Its button is disabled while the password is weak.
    await fillAll(page, ['Phone', 'Password', 'Referral code (optional)'], text, null);
    await expect
      .poll(() => field(page, 'Phone').getAttribute('aria-invalid'), { message: text.slice(0, 20) })
      .toBe('true');
    await unharmed(page);
  }
  await expectAccessible(page);
});

test('the profile refuses invalid dates and names, and stores an unusual address as text', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url, newPerson());
  await arrive(page, member);
  await page.goto('/profile?edit=true&session=about');
  await field(page, 'First name').waitFor();
  for (const date of [...hostile, '00-00-0000', '29-02-2023', '1-1-1990', '1990-01-01', '01-01-2999']) {
    await field(page, 'Date of birth').fill(date);
    await press(page, 'Save');
    await expect
      .poll(() => field(page, 'Date of birth').getAttribute('aria-invalid'), { message: date.slice(0, 20) })
      .toBe('true');
  }
  await field(page, 'Date of birth').fill('14-03-1994');
  await field(page, 'First name').fill(script);
  await press(page, 'Save');
  await expect.poll(() => field(page, 'First name').getAttribute('aria-invalid')).toBe('true');
  await unharmed(page);
  await field(page, 'First name').fill('Ọlá-Ruth');
  await press(page, 'Save');
  await page.getByText('Ọlá-Ruth', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit Address' }).click();
  for (const label of ['Address', 'City', 'Local government (optional)', 'Landmark (optional)'])
    await field(page, label).fill(script);
  await field(page, 'State').selectOption('Lagos');
  await field(page, 'Postal code').fill('<b>&"');
  await press(page, 'Save address');
  await page.getByText('Your address is saved.').waitFor();
  await unharmed(page);
  await page.goto('/dashboard');
  await page.getByTestId('balance').waitFor();
  await unharmed(page);
});

test('script in a payment’s description is shown as text everywhere, and harmless in the exports', async ({
  page,
  server,
}) => {
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await arrive(page, payer);
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, '10', script);
  await acceptPrice(page);
  await enterPin(page, payer.pin);
  const reference = await paidReference(page);
  await page.getByText(script, { exact: true }).first().waitFor();
  await unharmed(page);

  await page.goto('/transaction');
  await page.getByText(script).first().waitFor();
  await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
  await unharmed(page);
  await expectAccessible(page);

  const headers = { authorization: `Bearer ${payer.api.token}` };
  const pdf = await fetch(`${server.url}/api/transaction/${reference}/receipt.pdf`, { headers });
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const csv = await fetch(`${server.url}/api/transaction/me.csv`, { headers });
  expect([csv.status, csv.headers.get('content-disposition')?.startsWith('attachment')]).toEqual([200, true]);
});

test('an amount of ten thousand digits is refused visibly, stays in its field, and can be replaced', async ({
  page,
  server,
}) => {
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await arrive(page, payer);
  await chooseWallet(page, (await payee.api.wallet()).identity);
  const amount = field(page, 'Amount (NGN)');
  await amount.fill('9'.repeat(10_000));
  await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true');
  const box = await amount.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(12);
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390).toBe(true);
  await expectAccessible(page);
  await amount.fill('10');
  await expect.poll(() => amount.getAttribute('aria-invalid')).toBe(null);
  await unharmed(page);
});

test('a success page trusts the server, not its address', async ({ page, server }) => {
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  const paid = await payer.api.transfer((await payee.api.wallet()).identity, '10.00', payer.pin);
  const { reference } = paid.body.data;
  await arrive(page, payer);
  await page.goto(`/send-sell-success?reference=${reference}&amount=999999.00&currency=NGN`);
  await page.getByText("We couldn't find this receipt").waitFor();
  expect(await page.getByText(/999,?999/).count()).toBe(0);
  await expectAccessible(page);
  await page.goto(`/send-sell-success?reference=${reference}&amount=10.00&currency=NGN`);
  await page.getByText(reference, { exact: true }).waitFor();
});

test('the page blocks text from becoming script, and its workers still start', async ({ page, watch }) => {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) => {
      console.error(`policy violation: ${violatedDirective} ${sample}`);
    });
  });
  await page.goto('/register');
  await fillNameAndEmail(page, newPerson());
  const worker = page.waitForEvent('worker', (started) => started.url().includes('estimate'));
  await field(page, 'Password').fill('Tide4!Harbour');
  await worker;
  await page.getByText(/Could be guessed in/).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state));
  expect(watch.unexpected()).toEqual([]);

  watch.allow(/require-trusted-types-for|trusted-types|TrustedHTML|TrustedScript|policy/i);
  const refused = await page.evaluate(() => {
    type Types = { createPolicy(name: string, rules: object): unknown };
    const { trustedTypes } = globalThis as { trustedTypes?: Types };
    const createScriptURL = (url: string) => url;
    const tries: Record<string, () => unknown> = {
      html: () => {
        document.createElement('div').innerHTML = '<img src=x onerror="window.harmed = true">';
      },
      script: () => {
        document.createElement('script').src = '/assets/x.js';
      },
      worker: () => new Worker('/sw.js'),
      policy: () => trustedTypes?.createPolicy('other', { createScriptURL }),
      again: () => trustedTypes?.createPolicy('ajo', { createScriptURL }),
    };
    return Object.entries(tries).filter(([, attempt]) => {
      try {
        attempt();
        return false;
      } catch {
        return true;
      }
    }).length;
  });
  expect(refused).toBe(5);
  await unharmed(page);
});
