import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Accounts } from '../../harness/api';
import { newMember, newPerson } from '../../harness/person';
import { field, press } from '../../screens/entry';
import { openTransfer, sheet } from '../../screens/wallet';
import { amount, oddAmount } from '../amounts';
import type { FormOnScreen, Problem } from '../form';
import { beyondLimits, currencyOf, limitsOf, pay, paymentOf } from '../payment';
import { around, rewritten } from '../texts';
import type { Visitor, VisitorKind } from '../visitor';
import { saveAccount } from './bank';
import { box, text } from './fields';

const NAIRA: readonly VisitorKind[] = [
  'a member',
  'a member of Esusu',
  'a member who hides balances',
  'a member without money',
  'a capped member',
];
const DOLLARS: readonly VisitorKind[] = ['a member with dollars'];

/** Opens the transfer sheet from the wallet of the visitor's currency. */
async function beginTransfer(visitor: Visitor, page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByTestId('balance').waitFor();
  const currency = currencyOf(visitor);
  if (currency !== 'NGN') await page.getByLabel('Currency').selectOption(currency);
  await openTransfer(page);
}

const toWallet = (page: Page) =>
  sheet(page)
    .getByRole('button', { name: / Account$/ })
    .filter({ hasNotText: 'Bank' })
    .click();

const fields = (currency: string): FormOnScreen['fields'] => ({
  amount: {
    label: `Amount (${currency})`,
    valid: (random, visit) => amount(random, paymentOf(visit).limits),
    boundary: (random, visit) => oddAmount(random, paymentOf(visit).limits),
  },
  description: text('Description (optional)', () => 'Rent', 200),
  confirm: box('I confirm that the recipient and the amount are right.'),
});

const shared = {
  always: beyondLimits,
  serverOnly: { pin_authorisation_required: 'Whether the PIN authorised the payment.' },
  reopens: ({ status }: Problem) => status < 400,
};

const walletTransfer = (visitors: readonly VisitorKind[], currency: string): FormOnScreen => ({
  ...shared,
  form: 'wallet_transfer',
  file: 'features/wallet/amount-stage.tsx',
  screen: `wallet transfer (${currency})`,
  visitors,
  open: async (visitor, page) => {
    const payee = await newMember(visitor.server.url, newPerson('Bayo', 'Adeyemi'), visitor.brand.id);
    const wallet_number = (await payee.api.wallet(currency)).identity;
    await beginTransfer(visitor, page);
    await toWallet(page);
    await field(page, 'Wallet number').fill(wallet_number);
    await press(page, 'Continue');
    await field(page, `Amount (${currency})`).waitFor();
    await press(page, 'Add a note');
    const limits = await limitsOf(visitor, { wallet_number });
    return {
      root: sheet(page),
      given: { wallet_number },
      facts: { currency, limits },
    };
  },
  fields: fields(currency),
  call: (visit, { wallet_number, ...values }) =>
    pay(visit, '/wallet/transfer', { ...values, receive_wallet: wallet_number ?? '' }),
});

/** The payee's wallet number. It is validated on submission, and then looked up. */
const walletNumber: FormOnScreen = {
  form: 'wallet_transfer',
  file: 'features/wallet/wallet-recipient.tsx',
  screen: 'wallet number',
  visitors: ['a member', 'a member of Esusu'],
  open: async (visitor, page) => {
    const { wallets } = await visitor.must<Accounts>('GET', '/accounts');
    await beginTransfer(visitor, page);
    await toWallet(page);
    return {
      root: sheet(page),
      facts: { own: wallets.find((one) => one.base_currency === 'NGN')?.identity },
    };
  },
  fields: {
    wallet_number: {
      label: 'Wallet number',
      valid: (random, { facts }) => (random.chance(30) ? String(facts.own) : random.digits(10)),
      boundary: (random, { facts }) =>
        random.chance(50) ? around(random, [40]) : rewritten(random, String(facts.own)),
    },
  },
  settles: async ({ page, root }) => {
    await press(page, 'Continue');
    await root.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  },
  call: async ({ visitor }, { wallet_number }) => {
    const payment = { amount: '100.00', confirm: true, send_wallet: 'NGN', receive_wallet: wallet_number };
    const answer = await visitor.call('POST', '/wallet/transfer', payment, {
      'idempotency-key': randomUUID(),
    });
    if (answer.body.code !== 'no_such_wallet') return answer;
    const { body } = await visitor.call('POST', '/wallet/inquire', { wallet: wallet_number });
    const violation = {
      field: 'wallet_number',
      code: 'no_such_wallet',
      message: body.message ?? '',
      params: {},
    };
    return { ...answer, body: { ...body, violations: [violation] } };
  },
};

const toBank = (visitors: readonly VisitorKind[], currency: string): FormOnScreen => ({
  ...shared,
  form: 'withdraw',
  file: 'features/wallet/amount-stage.tsx',
  screen: `transfer to a bank (${currency})`,
  visitors,
  open: async (visitor, page) => {
    const { id, bank_code, account_number, account_name } = await saveAccount(visitor, '0123456780');
    await beginTransfer(visitor, page);
    await sheet(page).getByRole('button', { name: 'Bank Account' }).click();
    await sheet(page).getByRole('button', { name: account_name }).first().click();
    await field(page, `Amount (${currency})`).waitFor();
    await press(page, 'Add a note');
    const limits = await limitsOf(visitor, { bank_code, account_number });
    return { root: sheet(page), given: { bank_account_id: id }, facts: { currency, limits } };
  },
  fields: fields(currency),
  call: (visit, values) => pay(visit, '/withdraw', values),
});

export const transferForms = [
  walletNumber,
  walletTransfer(NAIRA, 'NGN'),
  walletTransfer(DOLLARS, 'USD'),
  toBank(NAIRA, 'NGN'),
  toBank(DOLLARS, 'USD'),
];
