import { phone } from '../harness/browser';
import { newFundedMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { liveAt } from '../harness/time';
import { arrive, heading, press } from '../screens/entry';
import { enterPin } from '../screens/wallet';

const DAY_MS = 86_400_000;

test('a month of trade signals is paid for in the settings, and shows them', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '20000.00');
  await arrive(page, member);
  // Without a subscription the figures are not sent.
  await page.goto('/trade/BTC');
  await page.getByRole('link', { name: 'See them with a subscription' }).click();
  await page.waitForURL('**/settings/trading');
  await page.getByText('Not subscribed').waitFor();

  await press(page, 'Subscribe');
  await press(page, 'Proceed');
  await page.getByText('One month of trade signals').waitFor();
  await expectAccessible(page);
  await press(page, 'Confirm');
  await enterPin(page, member.pin);
  await page.getByText('Your trade signals are on.').waitFor();
  await page.getByText('Active', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Renew' }).waitFor();
  await expectAccessible(page);
  expect((await member.api.transactions()).data[0]).toMatchObject({
    category: 'alert-subscription',
    gross_amount: '14800.00',
    status: 'SUCCESSFUL',
  });
  expect((await member.api.wallet()).ledger_balance).toBe('5200.00');

  await page.goto('/dashboard');
  const signals = page.getByRole('region', { name: 'Trade signals' });
  await signals
    .getByRole('link', {
      name: /^First match.*ETH.*Predicted.*-1\.3%.*within a day.*Made Today, \d\d:\d\d.*Until /,
    })
    .waitFor();
  await signals.getByText('How earlier predictions came out').click();
  await signals.getByRole('row', { name: /^Fourth match 0 0 \d+ –$/ }).waitFor();
  // The slider scrolls; the page does not.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  await expectAccessible(page);
  await signals.getByRole('link', { name: /ETH/ }).click();
  await page.waitForURL('**/trade/ETH');
  await heading(page, 'ETH / USDT').waitFor();
});

test('a month that cannot be paid is not quoted', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '100.00');
  await arrive(page, member);
  await page.goto('/settings/trading');
  await press(page, 'Subscribe');
  await press(page, 'Proceed');
  await page.getByText('your balance is too low.').waitFor();
  await page.getByRole('link', { name: 'Fund' }).waitFor();
  await expectAccessible(page);
});

test('a month is renewed before it ends, and expired signals say so', async ({ page, server, sandbox }) => {
  const member = await newFundedMember(server.url, '40000.00');
  await arrive(page, member);
  const until = async () => {
    const { meta } = await member.api.must<{ meta: { sub: string | null } }>('GET', '/auth/me');
    return Date.parse(meta.sub ?? '1970-01-01');
  };
  const pay = async () => {
    await press(page, 'Proceed');
    await press(page, 'Confirm');
    await enterPin(page, member.pin);
  };
  await page.goto('/settings/trading');
  await press(page, 'Subscribe');
  await pay();
  await page.getByText('Your trade signals are on.').waitFor();
  const first = await until();
  await press(page, 'Renew');
  await page.getByText('A month that has not ended is not lost', { exact: false }).waitFor();
  await expectAccessible(page);
  await pay();
  await expect.poll(async () => (await until()) - first).toBeGreaterThanOrEqual(28 * DAY_MS);
  expect((await member.api.wallet()).ledger_balance).toBe('10400.00');
  // Closing the sheet goes back in the history.
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // An open page would keep polling, and store its address when the session ended.
  await page.goto('about:blank');
  await sandbox.pass(31 * 24);
  await liveAt(page, await sandbox.pass(31 * 24));
  await arrive(page, member);
  const signals = page.getByRole('region', { name: 'Trade signals' });
  await signals.getByRole('link', { name: 'Expired. Renew it in Settings' }).click();
  await page.waitForURL('**/settings/trading');
  await page.getByText('Expired', { exact: true }).waitFor();
  await expectAccessible(page);
});

test('no month is sold while there are no current signals', async ({ page, server, sandbox }) => {
  const member = await newFundedMember(server.url, '20000.00');
  await sandbox.behave('signals', 'fail');
  await member.api.must('PUT', '/sandbox/signals', {
    first_match: [],
    second_match: [],
    third_match: [],
    forth_match: [],
  });
  await arrive(page, member);
  await page.goto('/settings/trading');
  await page
    .getByText("There are no current signals at the moment, so we don't sell a month of them.", {
      exact: false,
    })
    .waitFor();
  expect(await page.getByRole('button', { name: 'Subscribe' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await sandbox.behave('signals', 'succeed');
});
