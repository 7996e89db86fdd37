import type { Page } from 'playwright-core';
import type { VirtualAccount } from '../harness/api';
import { newFundedMember, newMember, newPerson } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import { acceptPrice, enterPin, setFirstPin, sheet } from '../screens/wallet';

const METER = '1234567890';
const LATE_METER = '8812345678';

const debits = async (member: Awaited<ReturnType<typeof newFundedMember>>) =>
  (await member.api.transactions()).data.filter((one) => one.type === 'DEBIT');

async function openTab(page: Page, tab: string): Promise<void> {
  await page.goto('/services');
  await page.getByRole('tab', { name: tab }).click();
}

async function reviewAndPay(page: Page, pin: string): Promise<void> {
  await press(page, 'Review');
  await payReviewed(page, pin);
}

async function payReviewed(page: Page, pin: string): Promise<void> {
  await page.getByRole('heading', { name: 'Review' }).waitFor();
  await expectAccessible(page);
  await acceptPrice(page);
  await enterPin(page, pin);
}

async function fillMeter(page: Page, meter: string, amount: string): Promise<void> {
  await page.getByLabel('Service').selectOption({ label: 'Ikeja Electric (prepaid)' });
  await field(page, 'Meter number').fill(meter);
  await page
    .getByRole('status')
    .filter({ hasText: /[A-Z]+ [A-Z]+/ })
    .waitFor();
  await field(page, 'Amount (NGN)').fill(amount);
}

test('data is bought with a package, and again with a person and the button', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await openTab(page, 'Data');
  await field(page, 'Phone number').fill('0803');
  await press(page, 'Pay');
  await page.getByText('phone number not valid').waitFor();
  await expectAccessible(page);

  await press(page, 'Me Use my phone');
  expect(await field(page, 'Phone number').inputValue()).toBe(member.phone);
  await page.getByLabel('Network').selectOption('mtn');
  await page.getByLabel('Package', { exact: true }).selectOption('1gb-7');
  await press(page, 'Pay ₦800.00');
  await sheet(page).getByText(`to ${member.phone} · MTN`, { exact: false }).waitFor();
  await expectAccessible(page);
  await enterPin(page, member.pin);
  await page.waitForURL(/\/success\?reference=/);
  await page.getByText('Successful', { exact: true }).first().waitFor();

  await openTab(page, 'Data');
  await page.getByRole('heading', { name: 'Buy again' }).waitFor();
  await page.getByRole('button', { name: `Me, ₦800.00, MTN, ${member.phone}` }).click();
  await press(page, 'Pay ₦800.00');
  await enterPin(page, member.pin);
  await page.waitForURL(/\/success\?reference=/);
  expect(await debits(member)).toMatchObject([
    { category: 'data-topup', gross_amount: '800.00', status: 'SUCCESSFUL' },
    { category: 'data-topup', gross_amount: '800.00', status: 'SUCCESSFUL' },
  ]);
});

test('cable is paid for the customer whose name is shown', async ({ page, server, watch }) => {
  const member = await newFundedMember(server.url, '50000.00');
  await arrive(page, member);
  await page.goto('/vas/cable');
  await page.waitForURL(/\/services\?type=cable/);
  expect(await page.getByLabel('Service').inputValue()).toBe('DSTV');
  watch.allow(/422/);
  await field(page, 'IUC number').fill('0000000000');
  await page.getByText('There is no customer with this number.').waitFor();
  await field(page, 'IUC number').fill(METER);
  const name = page.getByRole('status').filter({ hasText: /[A-Z]+ [A-Z]+/ });
  await name.waitFor();
  const shown = (await name.textContent()) ?? '';
  await page.getByLabel('Package', { exact: true }).selectOption('dstv-padi');
  await expectAccessible(page);

  // Values survive a change of tab.
  await page.getByRole('tab', { name: 'Airtime' }).click();
  await field(page, 'Amount (NGN)').fill('123');
  await page.getByRole('tab', { name: 'Cable' }).click();
  expect(await field(page, 'IUC number').inputValue()).toBe(METER);
  await name.waitFor();
  await page.getByRole('tab', { name: 'Airtime' }).click();
  expect(await field(page, 'Amount (NGN)').inputValue()).toBe('123');
  await page.getByRole('tab', { name: 'Cable' }).click();
  await name.waitFor();

  await reviewAndPay(page, member.pin);
  await page.waitForURL(/\/success\?reference=/);
  await page.getByText(`DStv Padi for ${shown}`).waitFor();
  expect(await debits(member)).toMatchObject([{ category: 'cable', gross_amount: '4400.00' }]);
});

test('electricity shows its token, and shows it again later', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await openTab(page, 'Power');
  await fillMeter(page, METER, '499');
  await press(page, 'Review');
  await page.getByText('please specify an amount greater than 500.00').waitFor();
  await expectAccessible(page);
  await field(page, 'Amount (NGN)').fill('9000');
  await page.getByText(/you cannot buy power above your available balance of/).waitFor();
  await field(page, 'Amount (NGN)').fill('1000');
  await reviewAndPay(page, member.pin);

  await page.waitForURL(/\/services\?reference=/);
  // In print it is part of the receipt.
  const token = page.getByText(/^(\d{4} ){4}\d{4}$/).filter({ visible: true });
  await token.waitFor();
  const shown = await token.textContent();
  await page.getByText('5.0 kWh').filter({ visible: true }).waitFor();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('[data-print]');
  await paper.getByText(shown ?? '', { exact: true }).waitFor();
  await paper.getByText('5.0 kWh').waitFor();
  expect(await token.count()).toBe(1);
  await page.emulateMedia({ media: 'screen' });
  await page.reload();
  await token.waitFor();
  expect(await token.textContent()).toBe(shown);
  await page.getByRole('link', { name: 'done' }).click();
  await page.waitForURL(/\/transaction/);
  await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
  await token.waitFor();
  expect(await token.textContent()).toBe(shown);
});

test('without a PIN the sheet sets it first, and the bill is paid', async ({ page, server, sandbox }) => {
  const member = await newMember(server.url, newPerson(), undefined, { pin: false });
  const { account_number } = await member.api.must<VirtualAccount>('POST', '/accounts/fund', { type: 'NGN' });
  await sandbox.credit(account_number, '5000.00');
  await arrive(page, member);
  await openTab(page, 'Airtime');
  await field(page, 'Phone number').fill('08031234567');
  await field(page, 'Amount (NGN)').fill('200');
  await press(page, 'Pay ₦200.00');
  await sheet(page).getByText('Set your NGN transaction PIN first.', { exact: false }).waitFor();
  await expectAccessible(page);
  await setFirstPin(page, member.pin);
  await field(page, 'Your password').fill(member.password);
  await press(page, 'Save PIN');
  await sheet(page).getByText('to 08031234567 · MTN').waitFor();
  await enterPin(page, member.pin);
  await page.waitForURL(/\/success\?reference=/);
  expect(await debits(member)).toMatchObject([{ category: 'airtime-topup', gross_amount: '200.00' }]);
});

test('a late token appears without a reload', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await openTab(page, 'Power');
  await fillMeter(page, LATE_METER, '1000');
  await reviewAndPay(page, member.pin);
  await page.getByText('The electricity is paid. Your token is on its way, and appears here.').waitFor();
  const token = page.getByText(/^(\d{4} ){4}\d{4}$/).filter({ visible: true });
  await token.waitFor({ timeout: 60_000 });
});

test('restricted users see why they cannot buy anything', async ({ page, server, watch }) => {
  const member = await newFundedMember(server.url, '5000.00');
  server.run('user', 'restrict', member.email, '--by', 'ops');
  await arrive(page, member);
  watch.allow(/403/);
  await page.goto('/services?type=airtime');
  await field(page, 'Phone number').fill('08031234567');
  await field(page, 'Amount (NGN)').fill('100');
  await press(page, 'Pay ₦100.00');
  await page.getByText('Cannot perform this transaction!').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await debits(member)).toEqual([]);
});
