import { newFundedMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import { acceptPrice, enterPin } from '../screens/wallet';

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
  await press(page, 'Review');
  await page.getByText('phone number not valid').waitFor();
  await page.getByText('The minimum amount is NGN 10.00.').waitFor();
  await expectAccessible(page);

  await page.getByLabel('Network').selectOption('glo');
  await field(page, 'Phone number').fill('08051234567');
  await field(page, 'Amount (NGN)').fill('350');
  await page.getByLabel('I confirm that the phone number and the amount are right.').check();
  await press(page, 'Review');
  await page.getByRole('heading', { name: 'Review' }).waitFor();
  await expectAccessible(page);
  await acceptPrice(page);
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
