import type { Page } from 'playwright-core';
import { field, press } from './entry';

/** The wallet's screens, found by their visible text. */

export const sheet = (page: Page) => page.getByRole('dialog');

export async function setFirstPin(page: Page, pin: string): Promise<void> {
  await field(page, 'New PIN').fill(pin);
  await field(page, 'Confirm PIN').fill(pin);
  await press(page, 'Save PIN');
}

export async function enterPin(page: Page, pin: string): Promise<void> {
  await page.getByLabel('Transaction PIN, character 1 of 4').focus();
  await page.keyboard.type(pin);
}

/** Enters the amount and ticks the box, up to the review. */
export async function enterAmount(page: Page, amount: string, description = ''): Promise<void> {
  await field(page, 'Amount (NGN)').fill(amount);
  if (description) await enterNote(page, description);
  await page.getByRole('checkbox', { name: /I confirm/ }).check();
  await press(page, 'Review');
}

/** Enters the note of a payment, whose field opens on request. */
export async function enterNote(page: Page, note: string): Promise<void> {
  const opener = page.getByRole('button', { name: 'Add a note' });
  if ((await opener.count()) > 0) await opener.click();
  await field(page, 'Description (optional)').fill(note);
}

/** From the review to the PIN. */
export const acceptPrice = (page: Page) => sheet(page).getByRole('button', { name: /^Pay / }).click();

/** From the dashboard to the form of a wallet transfer. */
export async function chooseWallet(page: Page, walletNumber: string): Promise<void> {
  await openTransfer(page);
  await sheet(page)
    .getByRole('button', { name: / Account$/ })
    .filter({ hasNotText: 'Bank' })
    .click();
  await field(page, 'Wallet number').fill(walletNumber);
  await press(page, 'Continue');
  await field(page, 'Amount (NGN)').waitFor();
}

/** From the dashboard to the form of a transfer to a new bank account. Returns the name given by the bank. */
export async function chooseNewBank(page: Page, bank: string, accountNumber: string): Promise<string> {
  await openTransfer(page);
  await sheet(page).getByRole('button', { name: 'Bank Account' }).click();
  return fillNewBank(page, bank, accountNumber);
}

/** From the saved accounts to the fields of a new one; these open directly if none is saved. */
export async function enterNewBank(page: Page): Promise<void> {
  const add = sheet(page).getByRole('button', { name: 'New bank account' });
  const number = field(page, 'Account number');
  await add.or(number).first().waitFor();
  if (await add.isVisible()) await add.click();
  await number.waitFor();
}

/** From the saved accounts to the form of a transfer to a new one. Returns the name given by the bank. */
export async function fillNewBank(page: Page, bank: string, accountNumber: string): Promise<string> {
  await enterNewBank(page);
  await sheet(page).getByLabel('Bank', { exact: true }).selectOption({ label: bank });
  await field(page, 'Account number').pressSequentially(accountNumber);
  const name = field(page, 'Account name');
  await page.waitForFunction((input) => (input as HTMLInputElement).value !== '', await name.elementHandle());
  const found = await name.inputValue();
  await press(page, 'Continue');
  await field(page, 'Amount (NGN)').waitFor();
  return found;
}

export async function openTransfer(page: Page): Promise<void> {
  await press(page, 'Send or withdraw');
  await sheet(page).waitFor();
}

/** Opens the sheet that converts money: on a phone from the list of further actions. */
export async function openConvert(page: Page): Promise<void> {
  await press(page, 'More');
  await sheet(page).getByRole('button', { name: 'Convert' }).click();
  await page.getByRole('dialog', { name: 'More' }).waitFor({ state: 'detached' });
  await sheet(page).waitFor();
}

/** Waits for a payment's result page. Returns the reference. */
export async function paidReference(page: Page): Promise<string> {
  const reference = page
    .getByText('Reference', { exact: true })
    .locator('xpath=ancestor-or-self::dt/following-sibling::dd');
  return ((await reference.first().textContent()) ?? '').trim();
}

/** Waits until a sheet that was closed has left the history: a navigation before would be given up for it. */
export const sheetGone = (page: Page) =>
  page.waitForFunction(() => history.state === null || !('sheet' in history.state));
