import { newFundedMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import { payFromWallet } from '../screens/plans';
import { enterPin, sheet } from '../screens/wallet';

const debits = async (member: Awaited<ReturnType<typeof newFundedMember>>) =>
  (await member.api.transactions()).data.filter((one) => one.type === 'DEBIT');

test('airtime is bought from the dashboard, with the PIN, and shows its receipt', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await page.getByRole('navigation', { name: 'Services' }).getByRole('link', { name: 'Airtime' }).click();
  await page.waitForURL(/\/services\?type=airtime/);

  // Violations are shown at their field, and nothing is quoted.
  await field(page, 'Phone number').fill('0803');
  await field(page, 'Amount (NGN)').fill('9');
  await press(page, 'Pay');
  await page.getByText('phone number not valid').waitFor();
  await page.getByText('The minimum amount is NGN 10.00.').waitFor();
  await expectAccessible(page);

  // The network follows from the number, and everything stands above the PIN.
  await field(page, 'Phone number').fill('08051234567');
  await expect.poll(() => page.getByLabel('Network').inputValue()).toBe('glo');
  await page.getByText('Found by its first digits.', { exact: false }).waitFor();
  await field(page, 'Amount (NGN)').fill('350');
  await press(page, 'Pay ₦350.00');
  await sheet(page).getByText('to 08051234567 · Glo').waitFor();
  await sheet(page).getByText('₦350.00').waitFor();
  await expectAccessible(page);
  await enterPin(page, member.pin);

  await page.waitForURL(/\/success\?reference=/);
  await page.getByText('Successful', { exact: true }).first().waitFor();
  const labelled = page
    .getByText('Phone number', { exact: true })
    .locator('xpath=ancestor-or-self::dt/following-sibling::dd');
  expect(await labelled.textContent()).toBe('08051234567');
  expect(await page.getByText('Account number').count()).toBe(0);
  expect(await debits(member)).toMatchObject([
    { category: 'airtime-topup', gross_amount: '350.00', status: 'SUCCESSFUL' },
  ]);
  expect((await member.api.wallet()).ledger_balance).toBe('4650.00');
});

test('airtime is bought again with a person, the button and the PIN', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '5000.00');
  const calls = { quote: '/quotes/airtime', pay: '/vas/airtime', action: 'airtime' };
  await payFromWallet(member, calls, { network: 'mtn', phone: '08031234567', amount: '500', confirm: true });
  await arrive(page, member);
  await page.getByRole('navigation', { name: 'Services' }).getByRole('link', { name: 'Airtime' }).click();
  await page.getByRole('button', { name: '08031234567, ₦500.00, MTN' }).click();
  await press(page, 'Pay ₦500.00');
  await sheet(page).getByText('to 08031234567 · MTN').waitFor();
  await enterPin(page, member.pin);
  await page.waitForURL(/\/success\?reference=/);
  expect((await member.api.wallet()).ledger_balance).toBe('4000.00');
});

test('a network that does not fit the number is warned of, and an unknown one is left open', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await page.goto('/services?type=airtime');
  const network = page.getByLabel('Network');
  expect(await network.inputValue()).toBe('mtn');
  await field(page, 'Phone number').fill('07071234567');
  await expect.poll(() => network.inputValue()).toBe('');
  await page.getByText("We can't tell the network of this number. Please choose it.").waitFor();
  await press(page, '₦100');
  expect(await field(page, 'Amount (NGN)').inputValue()).toBe('100');
  await press(page, 'Pay ₦100.00');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expectAccessible(page);

  await field(page, 'Phone number').fill('08051234567');
  await network.selectOption('mtn');
  await page.getByText('This looks like a number of Glo.', { exact: false }).waitFor();
  await press(page, 'Pay ₦100.00');
  await sheet(page).getByText('This looks like a number of Glo.', { exact: false }).waitFor();
  await sheet(page).getByText('to 08051234567 · MTN').waitFor();
  await expectAccessible(page);
  await press(page, 'Close');

  // The user's own number, with one tap.
  await press(page, 'Me Use my phone');
  expect(await field(page, 'Phone number').inputValue()).toBe(member.phone);
  await press(page, 'Me Use my phone');
  expect(await field(page, 'Phone number').inputValue()).toBe('');
});
