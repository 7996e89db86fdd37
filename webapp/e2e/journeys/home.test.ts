import type { Page } from 'playwright-core';
import type { VirtualAccount } from '../harness/api';
import { listening } from '../harness/live';
import { newFundedMember, newMember, newPerson } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, heading, press } from '../screens/entry';
import { startSavings } from '../screens/plans';
import { sheet } from '../screens/wallet';

const balance = (page: Page) => page.getByTestId('balance').textContent();
const rows = (page: Page) => page.getByRole('region', { name: 'Recent transactions' }).getByRole('button');

test('incoming money shows at once on the home screen: balance, row and notice', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newFundedMember(server.url, '1000.00');
  const account = await member.api.must<VirtualAccount>('POST', '/accounts/fund', { type: 'NGN' });
  await listening(page, () => arrive(page, member), 'credit.ngn');
  await expect.poll(() => rows(page).count()).toBe(1);
  const notice = page.getByRole('status').filter({ hasText: 'Transaction received' });
  // A focused toast stays until it is dismissed.
  const kept = notice.getByRole('button', { name: 'Dismiss' }).focus();
  await Promise.all([kept, sandbox.credit(account.account_number, '2500.00')]);
  // Earlier than the page's next poll.
  await expect.poll(() => balance(page), { timeout: 10_000 }).toBe('₦3,500.00');
  await expect.poll(() => rows(page).count(), { timeout: 10_000 }).toBe(2);
  await notice.getByText('₦2,500.00 has arrived in your NGN wallet.').waitFor();
  await expectAccessible(page);
  await press(page, 'Dismiss');
  await notice.waitFor({ state: 'detached', timeout: 2000 }).catch(() => undefined);
  expect(await page.getByText('Transaction received', { exact: true }).count()).toBe(0);

  // Hidden balances are also left out of notices.
  await press(page, 'Hide balances');
  await sandbox.credit(account.account_number, '777.00');
  await page.getByText('Money has arrived in your NGN wallet.').waitFor();
  // With decimals: a wallet number may contain the digits.
  expect(await page.locator('body').textContent()).not.toContain('777.00');
});

test('a recent transaction opens its receipt, and Back closes it', async ({ page, server }) => {
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await payer.api.transfer((await payee.api.wallet()).identity, '1500.00', payer.pin, undefined, 'Rent');
  await arrive(page, payer);
  await rows(page).first().click();
  await sheet(page).getByText('Reference', { exact: true }).waitFor();
  await sheet(page).getByText('Rent', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.goBack();
  await sheet(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/dashboard');
});

test('a recent payee is two taps from the amount', async ({ page, server }) => {
  const payer = await newFundedMember(server.url, '5000.00');
  const payee = await newMember(server.url, newPerson('Bola', 'Ade'));
  await payer.api.transfer((await payee.api.wallet()).identity, '100.00', payer.pin);
  await arrive(page, payer);
  // The account number to read out for a bank transfer, and its details to copy.
  const { bank_account } = await payer.api.wallet();
  await page
    .getByRole('button', { name: `${bank_account?.bank_name} ${bank_account?.account_number}` })
    .click();
  await sheet(page).getByText('Account name', { exact: true }).waitFor();
  await sheet(page).getByText('Show the QR code').click();
  await sheet(page)
    .getByRole('img', { name: new RegExp(`^QR code of .*${bank_account?.account_number}$`) })
    .waitFor();
  await expectAccessible(page);
  await sheet(page).getByRole('tab', { name: 'From Ajo' }).click();
  await sheet(page)
    .getByRole('img', { name: /^QR code of Ajo wallet number/ })
    .waitFor();
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Send to / }).click();
  await field(page, 'Amount (NGN)').waitFor();
  await sheet(page)
    .getByText(`Ajo wallet · ${(await payee.api.wallet()).identity}`)
    .first()
    .waitFor();
});

test('a new user sees the first steps, and those done are ticked', async ({ page, server, sandbox }) => {
  const member = await newMember(server.url, newPerson('Grace', 'Akpan'), undefined, { pin: false });
  await arrive(page, member);
  await heading(page, 'Get started').waitFor();
  await page.getByText('1 of 5 steps done').waitFor();
  if (process.env.E2E_EVIDENCE) await page.screenshot({ path: `${process.env.E2E_EVIDENCE}/steps.png` });
  await expectAccessible(page);
  await member.api.must('POST', '/account/settings/pin/create', {
    pin: member.pin,
    confirm_pin: member.pin,
    currency: 'NGN',
  });
  await page.reload();
  await page.getByText('2 of 5 steps done').waitFor();
  const account = await member.api.must<VirtualAccount>('POST', '/accounts/fund', { type: 'NGN' });
  await sandbox.credit(account.account_number, '500.00');
  // The step is ticked in place.
  await page.getByText('3 of 5 steps done').waitFor({ timeout: 40_000 });
  await startSavings(member, 'Flexible Savings', { amount: '100' });
  await page.reload();
  const open = page.getByRole('region', { name: 'Get started, 4 of 5 steps done' });
  await open.waitFor();
  expect(await open.getByRole('listitem').count()).toBe(1);
  await open.getByRole('link', { name: 'Verify your identity', exact: true }).waitFor();
  const about = { first_name: 'Grace', last_name: 'Akpan', gender: 'female', dob: '07-07-1976' };
  const bvn = '22100000007';
  await member.api.must('POST', '/profile', about);
  await member.api.must('POST', '/verify/bvn', { bvn });
  await member.api.must('POST', '/verify/bvn', { bvn, code: await sandbox.code('08030000007') });
  await page.reload();
  await page.getByText('Bank transfer received').first().waitFor();
  await expect.poll(() => page.locator('[data-waiting]').count()).toBe(0);
  expect(await page.getByRole('region', { name: 'Get started' }).count()).toBe(0);
});
