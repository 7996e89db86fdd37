import type { Page } from 'playwright-core';
import { type Member, newFundedMember, newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, press } from '../screens/entry';
import {
  acceptPrice,
  chooseWallet,
  enterAmount,
  enterPin,
  paidReference,
  sheet,
  sheetGone,
} from '../screens/wallet';

const count = (page: Page, name: string) =>
  page.locator('dl > div').filter({ hasText: name }).locator('dd').textContent();

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_EVIDENCE;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Sends ₦250 to a wallet, and looks at how the price was worked out before it is paid. */
async function send(page: Page, payer: Member, payee: Member): Promise<string> {
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, '250');
  await press(page, 'How this was worked out');
  const explained = sheet(page).filter({ hasText: 'The debit for a transfer' }).last();
  await explained.getByText('Total').waitFor();
  await expectAccessible(page);
  await picture(page, 'worked-out-before');
  await page.keyboard.press('Escape');
  await expect.poll(() => sheet(page).count()).toBe(1);
  await acceptPrice(page);
  await enterPin(page, payer.pin);
  return paidReference(page);
}

test('a member’s browser works out the whole account again, and names what was tampered with', async ({
  page,
  server,
}) => {
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await arrive(page, payer);
  const reference = await send(page, payer, payee);
  await page.goto('/settings/help');
  await page.getByRole('link', { name: 'Check my account' }).click();
  await page.waitForURL('/account-check');
  await press(page, 'Check now');
  await page.getByText('Nothing differs').waitFor();
  expect([await count(page, 'Right'), await count(page, 'Different')]).toEqual(['2', '0']);
  await page.getByText('The 2 newest transactions were checked', { exact: false }).waitFor();
  await page.getByText('This device now keeps the seals', { exact: false }).waitFor();
  await expectAccessible(page);
  await picture(page, 'account-check');

  // Somebody changes what was booked, and what the statement says.
  await page.route('**/api/decisions?**', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replace('"statement":"250.00"', '"statement":"249.00"') });
  });
  await press(page, 'Check again');
  await page.getByText('Something differs').waitFor();
  await page.getByRole('heading', { name: `Transaction ${reference}` }).waitFor();
  await page.getByText('Your statement shows another amount than was booked.').waitFor();
  await expectAccessible(page);
  await picture(page, 'account-check-differs');
  await press(page, 'See the receipt');
  await sheet(page).getByText(reference).waitFor();
  await page.keyboard.press('Escape');
  await sheetGone(page);
  await page.unroute('**/api/decisions?**');

  // An answer that is cut off says nothing about the account.
  await page.route('**/api/decisions?**', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).split('\n').slice(0, 1).join('\n');
    await route.fulfill({ response, body, headers: { 'content-type': 'application/x-ndjson' } });
  });
  await press(page, 'Check again');
  await page.getByRole('alert').getByText('The check did not finish', { exact: false }).waitFor();
  await page.unroute('**/api/decisions?**');
  await press(page, 'Try again');
  await page.getByText('Nothing differs').waitFor();
  await page.getByText('Compared with your check of', { exact: false }).waitFor();
});
