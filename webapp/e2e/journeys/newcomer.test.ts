import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { newMember, newPerson } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { enterCode, field, heading, login, press, register } from '../screens/entry';
import {
  acceptPrice,
  chooseNewBank,
  chooseWallet,
  enterAmount,
  enterPin,
  openTransfer,
  paidReference,
  setFirstPin,
  sheet,
} from '../screens/wallet';

const balance = (page: Page) => page.getByTestId('balance').textContent();

/** The main journey, from the first page to the printed receipt, in one session. */
test('a new user signs up, funds the wallet, pays a bank account and a wallet, and finds everything in the history', async ({
  page,
  context,
  server,
}) => {
  const person = newPerson('Chidi', 'Eze');
  const friend = await newMember(server.url, newPerson('Bola', 'Ade'));
  const friendsNumber = (await friend.api.wallet()).identity;
  const console_ = await context.newPage();
  await console_.goto('/sandbox');
  await heading(console_, 'Sandbox console').waitFor();
  await expectAccessible(console_);

  await page.bringToFront();
  await register(page, person);
  await field(console_, 'Receiver').fill(person.email);
  const code = console_
    .getByRole('listitem')
    .filter({ hasText: person.email })
    .getByText(/^[0-9A-Za-z]{3}-?[0-9A-Za-z]{3}$/);
  await enterCode(page, (await code.first().textContent()) ?? '');
  await heading(page, 'Account Verified!').waitFor();

  // Without a profile, every inner page leads to it.
  await page.goto('/dashboard');
  await page.waitForURL('**/profile?page=verification');
  await page.getByText(/Please complete your profile/).waitFor();
  await expectAccessible(page);
  // The name is the one of the sign-up, and nothing else is asked for.
  await page.getByText(person.name, { exact: true }).waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  await field(page, 'Gender').selectOption('male');
  await field(page, 'Date of birth').fill('31-02-1994');
  await press(page, 'Continue');
  await expect.poll(() => field(page, 'Date of birth').getAttribute('aria-invalid')).toBe('true');
  await press(page, 'Change name');
  expect(await field(page, 'First name').inputValue()).toBe(person.firstName);
  expect(await field(page, 'Last name').inputValue()).toBe(person.lastName);
  await expectAccessible(page);
  await field(page, 'Date of birth').fill('14-03-1994');
  await press(page, 'Continue');
  await page.waitForURL('**/dashboard');
  await expectAccessible(page);

  // The PIN.
  await page.getByRole('link', { name: /Set your NGN transaction PIN/ }).click();
  await field(page, 'New PIN').waitFor();
  await expectAccessible(page);
  await field(page, 'New PIN').fill('1234');
  await press(page, 'Save PIN');
  await expect.poll(() => field(page, 'New PIN').getAttribute('aria-invalid')).toBe('true');
  await setFirstPin(page, person.pin);
  await page.getByText('Transaction pin changed!').first().waitFor();
  await sheet(page).waitFor({ state: 'hidden' });

  // Money arrives while the page is open.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await press(page, 'Fund');
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Bank transfer (NGN)' }).click();
  await page.waitForURL('**/bank-transfer');
  const shown = page
    .getByText('Account number', { exact: true })
    .locator('xpath=ancestor-or-self::dt/following-sibling::dd');
  const number = ((await shown.textContent()) ?? '').trim();
  await expectAccessible(page);
  await page.getByText(/Waiting for your transfer/).waitFor();
  await console_.bringToFront();
  await field(console_, 'Account').selectOption(number);
  await field(console_, 'Amount').fill('20000.00');
  await press(console_, 'Send money');
  await page.bringToFront();
  await page.getByText('Transaction received').waitFor();
  await page.waitForURL('**/bank-transfer-success?**');
  await page.getByText('₦20,000.00').first().waitFor();
  await expectAccessible(page);

  // To a new bank account, named by the bank and saved.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect.poll(() => balance(page)).toBe('₦20,000.00');
  const named = await chooseNewBank(page, 'Guaranty Trust Bank', '0123456789');
  expect(named).not.toBe('');
  await field(page, 'Amount (NGN)').fill('199.99');
  await press(page, 'Review');
  await page.getByText('you cannot withdraw below N200').first().waitFor();
  await expectAccessible(page);
  await enterAmount(page, '1500', 'Rent');
  for (const figure of ['₦1,500.00', '₦20.00', '₦1,520.00'])
    await sheet(page).getByText(figure, { exact: true }).first().waitFor();
  await expectAccessible(page);
  await acceptPrice(page);
  await expectAccessible(page);
  await enterPin(page, person.pin);
  await page.waitForURL('**/bank-withdraw-success?**');
  const toBank = await paidReference(page);
  await expectAccessible(page);

  // The receipt, in print.
  const saved = page.waitForEvent('download');
  await press(page, 'PDF');
  const receipt = await saved;
  expect(receipt.suggestedFilename()).toBe(`receipt-${toBank}.pdf`);
  expect(
    readFileSync((await receipt.path()) ?? '')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  // To the friend's wallet, free of charge.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect.poll(() => balance(page)).toBe('₦18,480.00');
  await openTransfer(page);
  await sheet(page).getByRole('button', { name: 'Bank Account' }).click();
  await sheet(page)
    .getByRole('button', { name: new RegExp(named) })
    .waitFor();
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'hidden' });
  await chooseWallet(page, friendsNumber);
  await enterAmount(page, '480', 'Thank you');
  await acceptPrice(page);
  await enterPin(page, person.pin);
  await page.waitForURL('**/send-sell-success?**');
  const toFriend = await paidReference(page);
  expect((await friend.api.wallet()).ledger_balance).toBe('480.00');

  // All of it is in the history.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transaction' }).click();
  const rows = page.getByRole('main').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(3);
  await expectAccessible(page);
  const [asked] = await Promise.all([
    page.waitForRequest(/\/api\/transaction\/me\?.*from=/),
    page.getByRole('button', { name: 'last 24hr' }).click(),
  ]);
  // 24 hours to the second, not two calendar days.
  const from = Date.parse(new URL(asked.url()).searchParams.get('from') ?? '');
  expect(Math.abs(Date.now() - from - 24 * 3_600_000)).toBeLessThan(60_000);
  await expect.poll(() => rows.count()).toBe(3);
  await field(page, 'Search').fill('Rent');
  await expect.poll(() => rows.count()).toBe(1);
  await rows.first().getByRole('button').click();
  await sheet(page).getByText(toBank, { exact: true }).waitFor();
  await expectAccessible(page);
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'detached' });
  await field(page, 'Search').fill(toFriend);
  await expect.poll(() => rows.count()).toBe(1);
  await field(page, 'Search').fill('nothing of this kind');
  await page.getByText('Nothing matches “nothing of this kind”').waitFor();
  await expectAccessible(page);
  await press(page, 'Clear search');
  await expect.poll(() => rows.count()).toBe(3);

  // Hidden balances stay hidden.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await press(page, 'Hide balances');
  expect(await balance(page)).toBe('XXXXXXXXXXX');
  expect(await page.getByRole('main').textContent()).not.toMatch(/18,000|1,500|20,000/);

  // Signing in again leads to the same account.
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await login(page, person);
  await page.waitForURL('**/dashboard');
  await expect.poll(() => balance(page)).toBe('₦18,000.00');
});

test('a long history is paginated', async ({ page, server, sandbox }) => {
  const member = await newMember(server.url);
  const account = await member.api.must<{ account_number: string }>('POST', '/accounts/fund', {
    type: 'NGN',
  });
  for (let index = 1; index <= 23; index += 1) await sandbox.credit(account.account_number, `${index}.00`);
  await login(page, member);
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name: 'see more' }).click();
  const rows = page.getByRole('main').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(10);
  await page.getByText('1 to 10 entries').waitFor();
  await press(page, 'Page 3');
  await expect.poll(() => rows.count()).toBe(3);
  await page.getByText('21 to 23 entries').waitFor();
  await expectAccessible(page);
  await press(page, 'Prev');
  await expect.poll(() => rows.count()).toBe(10);
  await field(page, 'Rows per page').selectOption('50');
  await expect.poll(() => rows.count()).toBe(23);
});
