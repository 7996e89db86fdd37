import type { Page } from 'playwright-core';
import { newFundedMember, newMember } from '../harness/person';
import { expect, test } from '../harness/test';
import { arrive, field, openMenu, press } from '../screens/entry';
import {
  acceptPrice,
  chooseWallet,
  enterAmount,
  enterPin,
  openTransfer,
  paidReference,
  sheet,
} from '../screens/wallet';

/** Goes back, as the browser's button or a phone's gesture does. */
const back = (page: Page) => page.evaluate(() => history.back());
const forward = (page: Page) => page.evaluate(() => history.forward());

/** Goes back while the sheet is held: the app returns to the entry. */
async function backAndStay(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((returning) => {
        history.go = (delta) => {
          History.prototype.go.call(history, delta);
          returning();
        };
        history.back();
      }),
  );
  await page.waitForFunction(() => 'sheet' in history.state);
}

const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

/** Opens the dashboard, with the transactions page before it in the browser's history. */
async function toDashboard(page: Page): Promise<void> {
  await place(page, 'Transaction');
  await page.waitForURL('**/transaction');
  await place(page, 'Home');
  await page.waitForURL('**/dashboard');
  await page.getByTestId('balance').waitFor();
}

/** A single Back leaves the dashboard: there is no extra entry. */
async function expectNothingLeft(page: Page): Promise<void> {
  await back(page);
  await page.waitForURL('**/transaction');
  await page.getByRole('heading', { name: 'Transaction', exact: true }).waitFor();
}

test('Back steps back inside a sheet, then closes it, and only then leaves the page', async ({
  page,
  server,
}) => {
  await arrive(page, await newMember(server.url));
  await toDashboard(page);
  await openTransfer(page);
  await sheet(page).getByRole('button', { name: 'Bank Account' }).click();
  await field(page, 'Account number').waitFor();
  await back(page);
  await sheet(page).getByRole('button', { name: 'Bank Account' }).waitFor();
  await back(page);
  await sheet(page).waitFor({ state: 'detached' });
  expect(page.url()).toMatch(/\/dashboard$/);

  // A closed sheet stays closed.
  await forward(page);
  await page.getByRole('button', { name: 'Fund', exact: true }).click();
  await sheet(page).getByText('Payment Method').waitFor();
  expect(await sheet(page).count()).toBe(1);
  await back(page);
  await sheet(page).waitFor({ state: 'detached' });
  await expectNothingLeft(page);
});

test('a sheet that is closed by its button leaves nothing in the history', async ({ page, server }) => {
  await arrive(page, await newMember(server.url));
  await toDashboard(page);
  for (const way of ['Close', 'Escape']) {
    await press(page, 'Fund');
    await sheet(page).waitFor();
    if (way === 'Close') await press(page, way);
    else await page.keyboard.press(way);
    await sheet(page).waitFor({ state: 'detached' });
  }
  await expect.poll(() => page.evaluate(() => 'sheet' in history.state)).toBe(false);
  await expectNothingLeft(page);
});

test('a page that a sheet leads to replaces it: Back from there returns to the page without the sheet', async ({
  page,
  server,
}) => {
  await arrive(page, await newMember(server.url));
  await toDashboard(page);
  await press(page, 'Fund');
  await sheet(page).getByRole('button', { name: 'Bank transfer (NGN)' }).click();
  await page.waitForURL('**/bank-transfer');
  await back(page);
  await page.waitForURL('**/dashboard');
  await page.getByTestId('balance').waitFor();
  expect(await sheet(page).count()).toBe(0);
  await openMenu(page);
  await sheet(page).getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL('**/settings');
  await back(page);
  await page.waitForURL('**/dashboard');
  await page.getByTestId('balance').waitFor();
  await expectNothingLeft(page);
});

test('a dialog opened by an address stays closed on return', async ({ page, server }) => {
  await arrive(page, await newMember(server.url));
  await page.goto('/settings?currency=USD&operation=reset-pin');
  await sheet(page).getByText('Transaction PIN (USD)').waitFor();
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toMatch(/\/settings\/security$/);
  await page.getByRole('link', { name: 'Security questions' }).click();
  await page.waitForURL('**/security-questions');
  await back(page);
  await page.waitForURL((address) => address.pathname === '/settings/security' && address.search === '');
  await page.getByRole('button', { name: 'Change password' }).waitFor();
});

test('a page reloaded while a sheet was open has no sheet and no leftover entry', async ({
  page,
  server,
}) => {
  await arrive(page, await newMember(server.url));
  await toDashboard(page);
  await press(page, 'Fund');
  await sheet(page).waitFor();
  await page.reload();
  await page.getByTestId('balance').waitFor();
  expect(await sheet(page).count()).toBe(0);
  await expect.poll(() => page.evaluate(() => 'sheet' in history.state)).toBe(false);
  await expectNothingLeft(page);
});

test('Back during a payment waits for its result', async ({ page, server }) => {
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await arrive(page, payer);
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, '150');
  await acceptPrice(page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/wallet/transfer', async (route) => {
    await held;
    await route.continue();
  });
  const sent = page.waitForRequest('**/api/wallet/transfer');
  await enterPin(page, payer.pin);
  await sent;
  await backAndStay(page);
  await backAndStay(page);
  await sheet(page).getByText('Transaction pin validated!', { exact: true }).waitFor();
  await sheet(page).getByText('Paying', { exact: true }).waitFor();
  expect(await sheet(page).getByRole('button', { name: 'Back' }).count()).toBe(0);
  letGo();
  await page.waitForURL('**/send-sell-success?**');
  await paidReference(page);
  await back(page);
  await page.waitForURL('**/dashboard');
  expect(await sheet(page).count()).toBe(0);
  await expect.poll(() => page.getByTestId('balance').textContent()).toBe('₦4,850.00');
});

test('Back from the PIN leads to the review, and from the review to the typed amount', async ({
  page,
  server,
}) => {
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await arrive(page, payer);
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, '150', 'Lunch');
  await acceptPrice(page);
  await page.getByLabel('Transaction PIN, character 1 of 4').waitFor();
  await back(page);
  await page.getByText('Grand total').waitFor();
  await back(page);
  await expect.poll(() => field(page, 'Amount (NGN)').inputValue()).toBe('150');
  expect(await field(page, 'Description (optional)').inputValue()).toBe('Lunch');
});
