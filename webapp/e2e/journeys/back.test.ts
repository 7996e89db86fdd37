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

/** Back, as a browser's button or a phone's gesture does it. */
const back = (page: Page) => page.evaluate(() => history.back());
const forward = (page: Page) => page.evaluate(() => history.forward());

/** Back where something holds the sheet: the entry that was left is gone to again. */
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

/** On the dashboard, with the history below it in the browser's history. */
async function toDashboard(page: Page): Promise<void> {
  await place(page, 'Transaction');
  await page.waitForURL('**/transaction');
  await place(page, 'Home');
  await page.waitForURL('**/dashboard');
  await page.getByTestId('balance').waitFor();
}

/** One Back leads away from the dashboard: nothing lies between. */
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

  // What was closed stays closed.
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

test('where a sheet leads takes its place: Back from there is the page, without the sheet', async ({
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

test('a dialog that an address opens stays closed when one comes back', async ({ page, server }) => {
  await arrive(page, await newMember(server.url));
  await page.goto('/settings?currency=USD&operation=reset-pin');
  await sheet(page).getByText('Transaction PIN (USD)').waitFor();
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toMatch(/\/settings$/);
  await page.getByRole('link', { name: 'Verification' }).click();
  await page.waitForURL('**/verify');
  await back(page);
  await page.waitForURL((address) => address.pathname === '/settings' && address.search === '');
  await page.getByRole('button', { name: 'Change password' }).waitFor();
});

test('a page that is loaded anew where a sheet was open has no sheet, and nothing left of it', async ({
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

test('Back while a payment is on its way waits for what becomes of it', async ({ page, server }) => {
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

test('Back from the PIN is the review, and from the review the amount that was typed', async ({
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
