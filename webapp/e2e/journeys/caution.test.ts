import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Session } from '../harness/api';
import { phone } from '../harness/browser';
import { newFundedMember, newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import { acceptPrice, chooseWallet, enterAmount, enterPin, paidReference, sheet } from '../screens/wallet';

/** Whether the tick box is where it can be tapped. */
const inView = (page: Page) =>
  sheet(page)
    .getByRole('checkbox', { name: /I confirm/ })
    .evaluate((box) => {
      const { top, left, width, height } = box.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      return at !== null && (box.contains(at) || box.closest('label')?.contains(at) === true);
    });

const NEW_PASSWORD = 'Monsoon!Clay83';

test('limits for a day after a new password are shown at every step', async ({
  page,
  server,
  sandbox,
  watch,
}) => {
  watch.allow(/401/);
  const payer = await newFundedMember(server.url, '200000.00');
  const payee = await newMember(server.url);
  const { identity } = await payee.api.wallet();
  await arrive(page, payer);
  // The user signed up elsewhere: this browser is new.
  const [notice] = await sandbox.messages(payer.email);
  expect(notice?.text).toContain('How: with your password');

  await page.goto('/settings/security');
  await press(page, 'Change password');
  const form = sheet(page);
  await form.getByLabel('Old password', { exact: true }).fill(payer.password);
  await form.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await form.getByLabel('Confirm the new password', { exact: true }).fill(NEW_PASSWORD);
  await form.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('up to ₦50,000.00 may leave your wallet in the next 24 hours').waitFor();
  await form.waitFor({ state: 'detached' });

  await page.goto('/dashboard');
  await chooseWallet(page, identity);
  await page
    .getByText(/^For your safety, up to ₦50,000\.00 may leave .*, because your password was changed\.$/)
    .waitFor();
  await field(page, 'Amount (NGN)').fill('50000.01');
  await press(page, 'Review');
  await page.getByText(/^you cannot withdraw above ₦50,000\.00 within 24 hours/).waitFor();
  await expectAccessible(page);
  if (process.env.E2E_EVIDENCE) await page.screenshot({ path: `${process.env.E2E_EVIDENCE}/caution.png` });
  // When expanded, it keeps the confirmation in view on the smallest phones.
  await page.setViewportSize({ width: 360, height: 640 });
  await sheet(page)
    .getByText(/^For your safety, up to/)
    .click();
  await press(page, 'Add a note');
  await expect.poll(() => inView(page)).toBe(true);
  await page.setViewportSize(phone);
  await press(page, 'Max');
  expect(await field(page, 'Amount (NGN)').inputValue()).toMatch(/^50,?000(\.00)?$/);

  // The server refuses transfers that the screen would block.
  const again = { email: payer.email, password: NEW_PASSWORD };
  payer.api.token = (await payer.api.must<Session>('POST', '/auth/login', again)).access_token;
  const key = randomUUID();
  const request = { amount: '50000.01', send_wallet: 'NGN', receive_wallet: identity, confirm: true };
  const { authorisation } = await payer.api.must<{ authorisation: string }>('POST', '/wallet/pin-confirm', {
    pin: payer.pin,
    currency: 'NGN',
    action: 'wallet_transfer',
    amount: '50000.01',
    payee: `wallet:${identity}`,
    idempotency_key: key,
    request,
  });
  const headers = { 'idempotency-key': key, 'x-pin-authorisation': authorisation };
  const refused = await payer.api.call('POST', '/wallet/transfer', request, headers);
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ violations: [{ field: 'amount', code: 'above_maximum' }] });

  // A day passes; by now the browser is known.
  await page.goto('/sandbox');
  await press(page, 'A day passes');
  await page.getByText("The server's clock shows").waitFor();
  await arrive(page, { ...payer, password: NEW_PASSWORD });
  await chooseWallet(page, identity);
  expect(await page.getByText(/^For your safety, .*was changed/).count()).toBe(0);
  await enterAmount(page, '60000');
  await acceptPrice(page);
  await enterPin(page, payer.pin);
  await paidReference(page);
  await page.getByText('₦60,000.00').first().waitFor();
});
