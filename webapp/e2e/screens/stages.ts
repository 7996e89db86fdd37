import type { Page } from 'playwright-core';
import type { Member } from '../harness/person';
import { field, heading, press } from './entry';
import { amountOf, choosePlan } from './plans';
import { acceptPrice, enterAmount, enterNewBank, openTransfer, sheet } from './wallet';

/** Called at each stage of a flow, with its name. */
export type Look = (stage: string) => Promise<unknown>;

const pin = (page: Page) => page.getByLabel('Transaction PIN, character 1 of 4').waitFor();

async function close(page: Page): Promise<void> {
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'detached' });
}

/** The stages of a wallet transfer, up to its PIN. */
export async function transferStages(page: Page, look: Look, walletNumber: string): Promise<void> {
  await page.goto('/dashboard');
  await openTransfer(page);
  await look('transfer: to where');
  await sheet(page).getByRole('button', { name: 'Bank Account' }).click();
  await enterNewBank(page);
  await look('transfer: new bank account');
  await close(page);
  await openTransfer(page);
  await sheet(page)
    .getByRole('button', { name: / Account$/ })
    .filter({ hasNotText: 'Bank' })
    .click();
  await field(page, 'Wallet number').fill(walletNumber);
  await look('transfer: wallet number');
  await press(page, 'Continue');
  await field(page, 'Amount (NGN)').waitFor();
  await press(page, 'Review');
  await look('transfer: amount, refused');
  await enterAmount(page, '1500', 'Rent');
  await sheet(page).getByText('Grand total').waitFor();
  await look('transfer: review');
  await acceptPrice(page);
  await pin(page);
  await look('transfer: PIN');
}

/** The funding methods. */
export async function fundStages(page: Page, look: Look): Promise<void> {
  await page.goto('/dashboard');
  const open = async (way?: string) => {
    await press(page, 'Fund');
    await sheet(page).waitFor();
    if (way) await sheet(page).getByRole('button', { name: way }).click();
  };
  await open();
  await look('fund: ways');
  await sheet(page).getByRole('button', { name: 'Card' }).click();
  await field(page, 'Amount (NGN)').fill('1000');
  await sheet(page).getByText('₦1,050.00').first().waitFor();
  await look('fund: card');
  await press(page, 'Continue');
  await sheet(page).getByText('Your card is charged').waitFor();
  await look('fund: checkout');
  await close(page);
  await open('USSD');
  await field(page, 'Amount (NGN)').waitFor();
  await look('fund: USSD');
  await close(page);
  await open('Wallet deposit');
  await sheet(page)
    .getByRole('img', { name: /^QR code/ })
    .waitFor();
  await look('fund: wallet deposit');
}

/** The stages of airtime, up to its PIN. */
export async function billStages(page: Page, look: Look): Promise<void> {
  await page.goto('/services?type=airtime');
  await field(page, 'Phone number').fill('08051234567');
  await press(page, '₦500');
  await look('bill: form');
  await press(page, 'Pay ₦500.00');
  await pin(page);
  await look('bill: PIN');
}

/** The stages of savings, up to their PIN. */
export async function savingsStages(page: Page, look: Look): Promise<void> {
  await choosePlan(page, 'Target Savings');
  await look('savings: purpose');
  await field(page, 'What are you saving for?').fill('School fees');
  await amountOf(page).fill('2000');
  await sheet(page).getByRole('radio', { name: 'Wallet' }).check();
  await page.getByRole('checkbox', { name: /I confirm the plan/ }).check();
  await look('savings: form');
  await press(page, 'Proceed');
  await heading(page, 'Review').waitFor();
  await look('savings: receipt');
  await press(page, 'Pay ₦2,000.00');
  await pin(page);
  await look('savings: PIN');
}

/** The stages of a loan, up to its cost. */
export async function loanStages(page: Page, look: Look): Promise<void> {
  await page.goto('/loans');
  await page.getByRole('button', { name: 'Take loan: Quick Loan' }).click();
  await heading(page, 'Terms').waitFor();
  await look('loan: terms');
  await press(page, 'I agree to these terms');
  await field(page, 'Purpose of the loan').fill('New shop');
  await field(page, 'Amount (NGN)').fill('10000');
  await page.getByRole('radio', { name: 'Card' }).check();
  await page.getByRole('checkbox', { name: /I confirm/ }).check();
  await look('loan: form');
  await press(page, 'Proceed');
  await heading(page, 'Invoice').waitFor();
  await look('loan: invoice');
}

/** The stages of every payment flow. */
export async function moneyStages(page: Page, payee: Pick<Member, 'api'>, look: Look): Promise<void> {
  await transferStages(page, look, (await payee.api.wallet()).identity);
  await fundStages(page, look);
  await billStages(page, look);
  await savingsStages(page, look);
  await loanStages(page, look);
}
