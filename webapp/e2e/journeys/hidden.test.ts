import { newFundedMember, newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import {
  acceptPrice,
  chooseNewBank,
  chooseWallet,
  enterAmount,
  enterPin,
  setFirstPin,
  sheet,
} from '../screens/wallet';

const MASK = 'XXXXXXXXXXX';

test('hidden balances are hidden in receipts, results and refusals too', async ({ page, server }) => {
  const [payer, payee] = [await newFundedMember(server.url, '4321.00'), await newMember(server.url)];
  await payer.api.transfer((await payee.api.wallet()).identity, '765.00', payer.pin);
  await arrive(page, payer);
  await press(page, 'Hide balances');
  const shown = async () => (await page.getByRole('main').textContent()) ?? '';

  await page.goto('/transaction');
  const row = page.getByRole('listitem').filter({ hasText: 'Wallet transfer' });
  await row.getByRole('button').first().click();
  const receipt = sheet(page);
  await receipt.getByText('Grand total').waitFor();
  // With their decimals: a reference may hold the digits.
  const figures = /765\.|4,?321\.|3,?556\./;
  expect(await receipt.textContent()).not.toMatch(figures);
  expect(await shown()).not.toMatch(figures);
  for (const name of ['Total', 'Fee', 'Grand total', 'Wallet number']) {
    const value = receipt.getByText(name, { exact: true }).locator('xpath=following-sibling::dd');
    expect(await value.textContent(), name).toBe(MASK);
  }
  await expectAccessible(page);

  // What the balance refuses is said without it; what is about to be paid is shown, or nobody could agree to it.
  await page.goto('/dashboard');
  await chooseNewBank(page, 'Guaranty Trust Bank', '0123456789');
  await field(page, 'Amount (NGN)').fill('4000');
  await press(page, 'Review');
  await sheet(page).getByText(`you cannot withdraw above your available balance of NGN ${MASK}`).waitFor();
  expect(await sheet(page).textContent()).not.toMatch(/3,?556\./);
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'detached' });

  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, '123');
  await sheet(page).getByText('₦123.00').first().waitFor();
  await acceptPrice(page);
  await enterPin(page, payer.pin);
  await page.waitForURL('**/send-sell-success?**');
  await page.getByText('Grand total').waitFor();
  expect(await shown()).not.toContain('123.00');
  expect(await shown()).toContain(MASK);
  await expectAccessible(page);
});

test('an address is verified only with a PIN and enough money, and the sheet says so before the PIN', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newMember(server.url);
  await member.api.must('POST', '/profile', {
    address: '1 Marina Road',
    postal_code: '100001',
    country: 'Nigeria',
    state: 'Lagos',
    city: 'Lagos',
  });
  await arrive(page, member);
  await page.goto('/profile');
  await press(page, 'Verify Address');
  await press(page, 'Proceed');
  await sheet(page).getByText('Your balance is low. NGN 0.00').waitFor();
  // The button is gone; its focus is on the heading of the next stage, not lost.
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Verify Address');
  await expectAccessible(page);
  const { account_number } = await member.api.must<{ account_number: string }>('POST', '/accounts/fund', {
    type: 'NGN',
  });
  await sheet(page).getByRole('link', { name: 'Fund' }).click();
  await page.waitForURL('**/bank-transfer');
  await page.getByText(account_number, { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  await sandbox.credit(account_number, '1400.00');
  await page.waitForURL('**/bank-transfer-success?**');
  await page.goto('/profile');
  await press(page, 'Verify Address');
  await press(page, 'Proceed');
  await sheet(page).getByText('₦1,400.00').first().waitFor();
  await press(page, 'Confirm');
  await enterPin(page, member.pin);
  await page.getByText('Your address is being verified.').waitFor();
  expect((await member.api.wallet()).ledger_balance).toBe('0.00');
});

test('without a PIN the address sheet sets it first', async ({ page, server }) => {
  const member = await newMember(server.url, undefined, undefined, { pin: false });
  await member.api.must('POST', '/profile', {
    address: '1 Marina Road',
    postal_code: '100001',
    country: 'Nigeria',
    state: 'Lagos',
    city: 'Lagos',
  });
  await arrive(page, member);
  await page.goto('/profile');
  await press(page, 'Verify Address');
  await sheet(page).getByText('Set your NGN transaction PIN first.', { exact: false }).waitFor();
  await setFirstPin(page, member.pin);
  await field(page, 'Your password').fill(member.password);
  await press(page, 'Save PIN');
  await press(page, 'Proceed');
  await sheet(page).getByRole('link', { name: 'Fund' }).waitFor();
});
