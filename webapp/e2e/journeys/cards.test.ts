import { newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import { sheet } from '../screens/wallet';

const checkout = (page: import('playwright-core').Page) => page.frameLocator('iframe[title="Card payment"]');

test('a card pays the amount and the fee on the card company’s page, and the wallet is credited', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await press(page, 'Fund');
  await sheet(page).getByRole('button', { name: 'Card' }).click();
  await press(page, 'Continue');
  await expect.poll(() => field(page, 'Amount (NGN)').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'Amount (NGN)').fill('1000');
  await sheet(page).getByText('₦1,050.00').first().waitFor();
  await expectAccessible(page);
  await press(page, 'Continue');
  await sheet(page).getByText('Your card is charged').waitFor();
  await expectAccessible(page);
  await press(page, 'Pay ₦1,050.00');
  await checkout(page).getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL('**/bank-transfer-success?reference=**');
  await page.getByText('₦1,000.00').first().waitFor();
  await expectAccessible(page);
  const { wallets } = await member.api.must<{ wallets: { balance: string }[] }>('GET', '/accounts');
  expect(wallets[0]?.balance).toBe('1000.00');
});

test('a declined card is reported, and a payment completed after leaving is still credited', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  const pay = async () => {
    await field(page, 'Amount (NGN)').fill('500');
    await press(page, 'Continue');
    await press(page, 'Pay ₦550.00');
  };
  await press(page, 'Fund');
  await sheet(page).getByRole('button', { name: 'Card' }).click();
  await pay();
  await checkout(page).getByRole('button', { name: 'Decline' }).click();
  await sheet(page).getByText('Your card was declined. Nothing was charged.').waitFor();
  await expectAccessible(page);
  await press(page, 'Try again');
  await pay();
  await checkout(page).getByRole('button', { name: 'Pay, and never return' }).click();
  await checkout(page).getByText('It is paid, and no notification was sent.').waitFor();
  // The server finds it without a notification.
  await page.waitForURL('**/bank-transfer-success?reference=**', { timeout: 40_000 });
  await page.getByText('₦500.00').first().waitFor();
});

test('a separate window leads back into the app, and its address proves nothing', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  const started = await member.api.must<{ tx_ref: string; checkout_url: string }>('POST', '/payment/card', {
    purpose: 'fund',
    currency: 'USD',
    amount: '10',
  });
  await arrive(page, member);
  // The payment is unpaid, whatever the address says.
  await page.goto(`/payment/return?status=successful&tx_ref=${started.tx_ref}`);
  await page.waitForURL('**/card?tx_ref=**');
  await page.getByText(/Waiting for your payment/).waitFor();
  await expectAccessible(page);
  await page.goto(started.checkout_url);
  await press(page, 'Pay half');
  await page.waitForURL('**/bank-transfer-success?reference=**');
  await page.getByText('The card was charged USD 5.25 instead of USD 10.50.', { exact: false }).waitFor();
  await page.goto('/card');
  await page.getByText("We couldn't find this payment").waitFor();
});

test('a direct debit is authorised at the bank, shown in the settings and cancelled there', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/settings/saving');
  await press(page, 'Set up direct debit');
  await press(page, 'Authorise');
  await page.waitForURL('**/settings/saving?mandate=*');
  await page.getByText('Sandbox Bank', { exact: true }).waitFor();
  await page.getByText('Active', { exact: true }).waitFor();
  await page.getByRole('status').getByText('Your direct debit is active.').waitFor();
  expect(
    await page
      .getByRole('heading', { name: 'Direct debit', exact: true })
      .evaluate((node) => node.getBoundingClientRect().top < innerHeight),
  ).toBe(true);
  await expectAccessible(page);
  await press(page, 'Cancel');
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Cancel direct debit' }).click();
  await page.getByText('Sandbox Bank', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('status').getByText('direct debit').waitFor({ state: 'detached' });
});
