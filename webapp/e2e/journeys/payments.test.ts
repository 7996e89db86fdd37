import type { Page } from 'playwright-core';
import type { VirtualAccount } from '../harness/api';
import { newFundedMember, newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import {
  acceptPrice,
  chooseNewBank,
  chooseWallet,
  enterAmount,
  enterNewBank,
  enterPin,
  openTransfer,
  paidReference,
  sheet,
} from '../screens/wallet';

const debits = async (member: Awaited<ReturnType<typeof newMember>>) =>
  (await member.api.transactions()).data.filter((one) => one.type === 'DEBIT');

test('a hasty second tap sends no second payment', async ({ page, server }) => {
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/wallet/transfer')) {
      sent.push(request.headers()['idempotency-key'] ?? '');
    }
  });
  await arrive(page, payer);
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, '150', 'twice');
  await sheet(page).getByRole('button', { name: /^Pay / }).dblclick();
  await enterPin(page, payer.pin);
  // The fingers keep typing after the fourth digit.
  await page.keyboard.type(payer.pin);
  await page.keyboard.press('Enter');
  await paidReference(page);
  expect(sent).toHaveLength(1);
  expect(await debits(payer)).toHaveLength(1);
  expect((await payee.api.wallet()).ledger_balance).toBe('150.00');
});

test('a lost response ends in the right receipt and one debit', async ({ page, server, watch }) => {
  watch.allow(/ERR_FAILED/);
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await arrive(page, payer);
  const keys = new Set<string>();
  await page.route('**/api/wallet/transfer', async (route) => {
    keys.add((await route.request().headerValue('idempotency-key')) ?? '');
    // The server carries the payment out; the browser never gets the response.
    await route.fetch();
    await route.abort('failed');
  });
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, '250.50');
  await acceptPrice(page);
  await enterPin(page, payer.pin);
  const reference = await paidReference(page);
  expect(keys.size).toBe(1);
  expect(await debits(payer)).toMatchObject([{ reference, gross_amount: '250.50', status: 'SUCCESSFUL' }]);
  expect((await payee.api.wallet()).ledger_balance).toBe('250.50');
});

test('a reload during a payment ends in its receipt, and never in a second payment', async ({
  page,
  server,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await arrive(page, payer);
  const keys = new Set<string>();
  let carriedOut = () => {};
  const done = new Promise<void>((resolve) => {
    carriedOut = resolve;
  });
  await page.route('**/api/wallet/transfer', async (route) => {
    keys.add((await route.request().headerValue('idempotency-key')) ?? '');
    await route.fetch();
    // The response never arrives: the user reloads instead.
    carriedOut();
  });
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, '300');
  await acceptPrice(page);
  await enterPin(page, payer.pin);
  await done;
  await page.reload();
  const [debit] = await debits(payer);
  await page.getByText(debit?.reference ?? 'no debit', { exact: true }).waitFor();
  expect(keys.size).toBe(1);
  expect(await debits(payer)).toHaveLength(1);
  expect((await payee.api.wallet()).ledger_balance).toBe('300.00');
});

test('a request that never arrived is reported as such, and can be retried', async ({
  page,
  server,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await arrive(page, payer);
  await page.route('**/api/wallet/transfer', (route) => route.abort('failed'), { times: 1 });
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, '80');
  await acceptPrice(page);
  await enterPin(page, payer.pin);
  await page.getByText('The payment did not reach us. Nothing was charged.').first().waitFor();
  expect(await debits(payer)).toHaveLength(0);
  await enterPin(page, payer.pin);
  await paidReference(page);
  expect(await debits(payer)).toHaveLength(1);
});

test('a payout whose response the bank loses is processing, and is settled by querying the bank', async ({
  page,
  server,
  sandbox,
}) => {
  const payer = await newFundedMember(server.url, '5000.00');
  await arrive(page, payer);
  await sandbox.behave('bank', 'lose_answer', { times: 1 });
  await chooseNewBank(page, 'Guaranty Trust Bank', '0987654321');
  await enterAmount(page, '1000');
  await acceptPrice(page);
  await enterPin(page, payer.pin);
  const reference = await paidReference(page);
  const processing = await payer.api.must<{ status: string }>('GET', `/transaction/${reference}`);
  expect(['PROCESSING', 'SUCCESSFUL']).toContain(processing.status);
  await expect
    .poll(async () => (await payer.api.must<{ status: string }>('GET', `/transaction/${reference}`)).status, {
      timeout: 60_000,
    })
    .toBe('SUCCESSFUL');
  // Paid once, whatever was lost.
  expect((await sandbox.payouts()).filter((payout) => payout.account_number === '0987654321')).toHaveLength(
    1,
  );
  expect((await payer.api.wallet()).balance).toBe('3980.00');
});

test('a wrong PIN is refused at no cost, and the right one then pays', async ({ page, server }) => {
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await arrive(page, payer);
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, '60');
  await acceptPrice(page);
  await enterPin(page, '9182');
  await sheet(page).getByRole('alert').filter({ hasText: /\w/ }).waitFor();
  await expectAccessible(page);
  expect(await debits(payer)).toHaveLength(0);
  // The remaining attempts are shown before the lock.
  const alert = sheet(page).getByRole('alert');
  const first = page.getByLabel('Transaction PIN, character 1 of 4');
  for (const pin of ['9183', '9184']) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/wallet/pin-confirm'));
    await enterPin(page, pin);
    await answered;
    await expect.poll(() => first.inputValue()).toBe('');
  }
  await alert.filter({ hasText: 'Two more wrong entries lock it for 15 minutes.' }).waitFor();
  await enterPin(page, '9185');
  await alert.filter({ hasText: 'One more wrong entry locks it for 15 minutes.' }).waitFor();
  await expectAccessible(page);
  await enterPin(page, payer.pin);
  await paidReference(page);
  expect(await debits(payer)).toHaveLength(1);
});

test('the amount field handles every malformed amount', async ({ page, server }) => {
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await arrive(page, payer);
  await chooseWallet(page, (await payee.api.wallet()).identity);
  const amount = field(page, 'Amount (NGN)');
  await page.getByRole('checkbox', { name: /I confirm/ }).check();
  const odd = [
    '',
    '0',
    '-1',
    '1e3',
    'NaN',
    'Infinity',
    '1.234',
    '0x10',
    '٣٤',
    '１０',
    '5000.01',
    '<script>alert(1)</script>',
    '9'.repeat(10_000),
  ];
  for (const text of odd) {
    await amount.fill(text);
    await press(page, 'Review');
    await expect.poll(() => amount.getAttribute('aria-invalid'), { message: text.slice(0, 30) }).toBe('true');
    // An invalid amount shows no price, and not the previous amount's.
    expect(
      await sheet(page)
        .getByText(/Total ₦/)
        .count(),
      text.slice(0, 30),
    ).toBe(0);
  }
  await press(page, 'Max');
  expect(await amount.inputValue()).toMatch(/^5,?000(\.00)?$/);
  await expectAccessible(page);
});

test('a payment abandoned offline is not sent once online again', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.allowOffline();
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await arrive(page, payer);
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, '150');
  await acceptPrice(page);
  const sent: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await context.setOffline(true);
  await enterPin(page, payer.pin);
  // It fails at once, and nothing is queued.
  const form = sheet(page);
  const alert = form.getByRole('alert').filter({ hasText: /\S/ }).first();
  await alert.waitFor();
  // The notice covers neither the field nor its error.
  const notice = page.getByText('Oops! No internet connection.');
  await notice.waitFor();
  const [error, over] = await Promise.all([alert.boundingBox(), notice.boundingBox()]);
  if (!error || !over) throw new Error('the error or the notice is not visible');
  expect(error.y + error.height).toBeLessThanOrEqual(over.y);
  await form.getByRole('button', { name: 'Close' }).click();
  await form.waitFor({ state: 'detached' });
  await context.setOffline(false);
  await page.getByText('Your internet connection is back.').waitFor();
  await page.getByText('Your internet connection is back.').waitFor({ state: 'detached' });
  expect(sent.filter((path) => path.includes('pin-confirm') || path.includes('transfer'))).toEqual([]);
  expect(await debits(payer)).toEqual([]);
  // The form is ready for another try.
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, '150');
  await acceptPrice(page);
  await enterPin(page, payer.pin);
  await paidReference(page);
  expect(await debits(payer)).toHaveLength(1);
});

test('a payout in dollars says beforehand that dollars arrive; one in naira needs no note', async ({
  page,
  server,
  sandbox,
}) => {
  const payer = await newFundedMember(server.url, '5000.00');
  const { account_number } = await payer.api.must<VirtualAccount>('POST', '/accounts/fund', { type: 'USD' });
  await sandbox.credit(account_number, '101.00');
  const pin = { pin: payer.pin, confirm_pin: payer.pin, currency: 'USD', password: payer.password };
  await payer.api.must('POST', '/account/settings/pin/create', pin);
  await arrive(page, payer);
  const note = sheet(page).getByText('The bank is sent USD, the currency of this wallet.');
  const review = async (currency: string, amount: string) => {
    await field(page, `Amount (${currency})`).fill(amount);
    await page.getByRole('checkbox', { name: /I confirm/ }).check();
    await press(page, 'Review');
    await sheet(page).getByText('Grand total').waitFor();
    await sheet(page).getByRole('button', { name: /^Pay / }).waitFor();
  };
  await chooseNewBank(page, 'Guaranty Trust Bank', '0123456789');
  await review('NGN', '1000');
  expect(await note.count()).toBe(0);
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'detached' });

  await page.getByRole('combobox', { name: 'Currency' }).selectOption('USD');
  await openTransfer(page);
  await sheet(page).getByRole('button', { name: 'Bank Account' }).click();
  await enterNewBank(page);
  await field(page, 'Bank').selectOption({ label: 'Guaranty Trust Bank' });
  await field(page, 'Account number').fill('0123456789');
  await expect.poll(() => field(page, 'Account name').inputValue()).not.toBe('');
  await press(page, 'Continue');
  await review('USD', '20');
  await note.waitFor();
  await sheet(page).getByText('The fee is converted from naira at a sample exchange rate.').waitFor();
  await expectAccessible(page);
});

test('the first tap after an invalid amount counts, and the error moves nothing', async ({
  page,
  server,
}) => {
  const [payer, payee] = [await newFundedMember(server.url, '500.00'), await newMember(server.url)];
  await arrive(page, payer);
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await field(page, 'Amount (NGN)').fill('900');
  const tick = page.getByRole('checkbox', { name: /I confirm/ });
  // The reason takes the place of the price: nothing moves under the finger.
  await page.getByText('you cannot withdraw above your available balance').waitFor();
  // Relative to the figure: the sheet may scroll to bring the tick box out from under the keypad.
  const place = async () => {
    const [own, figure] = [await tick.boundingBox(), await field(page, 'Amount (NGN)').boundingBox()];
    // Sticky elements are drawn at whole pixels once the page scrolls.
    return { ...own, y: Math.round((own?.y ?? 0) - (figure?.y ?? 0)) };
  };
  const before = await place();
  await tick.click();
  expect(await tick.isChecked()).toBe(true);
  expect(await place()).toEqual(before);
});

/** A slow transfer to a bank: its sheet is closed as soon as that is allowed. */
async function leaveSlowTransfer(page: Page, { pin }: { pin: string }): Promise<void> {
  await enterAmount(page, '1000');
  await acceptPrice(page);
  await enterPin(page, pin);
  await sheet(page).getByText("Your bank is slow. You can close this: we'll tell you.").waitFor();
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'detached' });
}

const SLOW = { delay_ms: 8000, times: 1 };

test('the outcome of a transfer that was left while the bank was slow is announced', async ({
  page,
  server,
  sandbox,
}) => {
  const payer = await newFundedMember(server.url, '5000.00');
  await arrive(page, payer);
  const told = page.getByRole('status');
  const sent = told.getByText('₦1,000.00 was sent.', { exact: true });

  await chooseNewBank(page, 'Guaranty Trust Bank', '0123456789');
  await sandbox.behave('bank', 'fail', SLOW);
  await leaveSlowTransfer(page, payer);
  await told
    .getByText('The bank could not complete this transfer. The money is back in your wallet.', {
      exact: true,
    })
    .waitFor();
  expect(await sent.count()).toBe(0);
  await expectAccessible(page);
  await page.reload();

  await chooseNewBank(page, 'Guaranty Trust Bank', '0123456780');
  await sandbox.behave('bank', 'lose_answer', SLOW);
  await leaveSlowTransfer(page, payer);
  await told.getByText('₦1,000.00 is on its way.', { exact: true }).waitFor();
  expect(await sent.count()).toBe(0);
  await page.reload();

  await chooseNewBank(page, 'Guaranty Trust Bank', '0123456781');
  await sandbox.behave('bank', 'succeed', SLOW);
  await leaveSlowTransfer(page, payer);
  await sent.waitFor();
});

test('a transfer refused after it was left says why', async ({ page, server }) => {
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await arrive(page, payer);
  await chooseWallet(page, (await payee.api.wallet()).identity);
  let refuse = () => {};
  const decided = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/api/wallet/transfer', async (route) => {
    await decided;
    const problem = { code: 'rate_stale', message: 'Our rates are too old. Please try again later.' };
    await route.fulfill({ status: 409, contentType: 'application/problem+json', json: problem });
  });
  await leaveSlowTransfer(page, payer);
  refuse();
  await page.getByRole('status').getByText('Our rates are too old. Please try again later.').waitFor();
});
