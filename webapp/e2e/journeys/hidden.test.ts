import { newFundedMember, newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, heading, press } from '../screens/entry';
import { openSavings, startSavings } from '../screens/plans';
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
  await receipt.getByText('Total', { exact: true }).waitFor();
  // With decimals: a reference may contain the digits.
  const figures = /765\.|4,?321\.|3,?556\./;
  expect(await receipt.textContent()).not.toMatch(figures);
  expect(await shown()).not.toMatch(figures);
  for (const name of ['Total', 'Wallet number']) {
    const value = receipt
      .getByText(name, { exact: true })
      .locator('xpath=ancestor-or-self::dt/following-sibling::dd');
    expect(await value.textContent(), name).toBe(MASK);
  }
  await expectAccessible(page);

  // Refusals omit the balance; amounts about to be paid are shown, so that they can be confirmed.
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
  await page.getByText('Total', { exact: true }).waitFor();
  expect(await shown()).not.toContain('123.00');
  expect(await shown()).toContain(MASK);
  await expectAccessible(page);
});

test('a plan’s value is hidden; the payout of stopping it, and amounts about to be paid, are not', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '20000.00');
  const { reference } = await startSavings(member, 'Target Savings', { amount: '2000.33' });
  await arrive(page, member);
  await press(page, 'Hide balances');
  const figures = /2,?000\.33|1,?900\.31|100\.02|17,?999\.67/;
  const shown = async () => (await page.getByRole('main').textContent()) ?? '';

  await openSavings(page);
  const slider = page.getByRole('slider', { name: 'Day on which you stop' });
  expect(await slider.getAttribute('aria-valuetext')).toBe(
    `Today: you get ${MASK} back, the penalty is ${MASK}`,
  );
  expect(await shown()).not.toMatch(figures);
  await expectAccessible(page);

  await press(page, 'Terminate: School fees');
  const fact = async (name: string) =>
    sheet(page)
      .getByText(name, { exact: true })
      .locator('xpath=ancestor-or-self::dt/following-sibling::dd')
      .textContent();
  await sheet(page).getByText('In this plan').waitFor();
  expect(await fact('In this plan')).toBe(MASK);
  expect(await fact('Back to your wallet')).toBe('₦1,900.31');
  await expectAccessible(page);
  await press(page, 'Keep it');
  await sheet(page).waitFor({ state: 'detached' });

  await press(page, 'Pay: School fees');
  await sheet(page)
    .getByRole('button', { name: /^Wallet/ })
    .click();
  await sheet(page).getByText('Left to pay: ₦2,000.33').waitFor();
  await press(page, 'Continue');
  await sheet(page).getByText('₦2,000.33').first().waitFor();
  await enterPin(page, member.pin);
  await heading(page, 'Paid').waitFor();
  await sheet(page).getByText(MASK).waitFor({ state: 'attached' });
  expect(await sheet(page).textContent()).not.toMatch(/\d\.\d\d/);
  await press(page, 'Done');
  // Closing it goes back in the history, which would cancel a navigation.
  await sheet(page).waitFor({ state: 'detached' });

  await page.goto(`/save-subscribe-success?reference=${reference}`);
  await page.getByRole('group').first().click();
  await page.getByRole('region', { name: 'Schedule' }).waitFor();
  expect(await shown()).not.toMatch(/\d\.\d\d/);
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
  // The button is gone; the focus is on the heading of the next stage, not lost.
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
