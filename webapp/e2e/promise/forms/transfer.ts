import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Accounts } from '../../harness/api';
import { newMember, newPerson } from '../../harness/person';
import { field, press } from '../../screens/entry';
import { openTransfer, sheet } from '../../screens/wallet';
import { amount, type Limits, minor, oddAmount, plain } from '../amounts';
import type { FormOnScreen, Problem, Values, Visit } from '../form';
import type { Visitor, VisitorKind } from '../people';
import { around, rewritten } from '../texts';
import { saveAccount } from './bank';
import { box, text } from './fields';

const PAYERS: readonly VisitorKind[] = [
  'a member',
  'a member of Esusu',
  'a member without a PIN',
  'a member who hides balances',
  'a member without money',
  'a member with dollars',
  'a capped member',
];

interface Payment {
  currency: string;
  /** As a quote names the payee. */
  payee: string;
  limits: Limits & { isCapped: boolean };
}
const paymentOf = ({ facts }: Visit) => facts as unknown as Payment;

const currencyOf = ({ kind }: Visitor) => (kind === 'a member with dollars' ? 'USD' : 'NGN');

/** Opens the sheet of a transfer from the wallet of the visitor's currency. */
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

/** The amounts at which the verdict changes. The flat fee of a bank transfer is 20 naira. */
async function limitsOf(visitor: Visitor, recipient: object): Promise<Payment['limits']> {
  const base_currency = currencyOf(visitor);
  const { wallets } = await visitor.must<Accounts>('GET', '/accounts');
  const wallet = wallets.find((one) => one.base_currency === base_currency);
  const { cap } = await visitor.must<{ cap: { amount: string } | null }>('POST', '/wallet/allowance', {
    ...recipient,
    currency: base_currency,
  });
  const balance = minor(wallet?.ledger_balance ?? '0', 2);
  const toBank = !('wallet_number' in recipient) && base_currency === 'NGN';
  const least = toBank ? 20_000n : 100n;
  const most = cap ? minor(cap.amount, 2) : balance;
  const turns = [balance - (toBank ? 2_000n : 0n), balance, most].sort((one, other) =>
    one < other ? -1 : 1,
  );
  return { decimals: 2, turns: [least, ...turns], isCapped: most < balance };
}

const fields = (currency: string): FormOnScreen['fields'] => ({
  amount: {
    label: `Amount (${currency})`,
    right: (random, visit) => amount(random, paymentOf(visit).limits),
    odd: (random, visit) => oddAmount(random, paymentOf(visit).limits),
  },
  description: text('Description (optional)', () => 'Rent', 200),
  confirm: box('I confirm that the recipient and the amount are right.'),
});

/**
 * Sends the payment without the PIN's authorisation: a form that is refused is refused before, and from one that is
 * accepted no money moves. Only a cap is judged after it, so who has one authorises each payment.
 */
async function pay(visit: Visit, action: string, path: string, values: Values): Promise<Problem> {
  const { visitor } = visit;
  const { currency, payee, limits } = paymentOf(visit);
  const key = randomUUID();
  const body = { ...values, send_wallet: currency };
  const answer = await visitor.call('POST', path, body, { 'idempotency-key': key });
  if (!limits.isCapped || answer.body.code !== 'pin_authorisation_required') return answer;
  const { pin } = visitor.person;
  const wanted = { pin, currency, action, amount: values.amount, payee, idempotency_key: key };
  const { authorisation } = await visitor.must<{ authorisation: string }>(
    'POST',
    '/wallet/pin-confirm',
    wanted,
  );
  const headers = { 'idempotency-key': key, 'x-pin-authorisation': authorisation };
  return visitor.call('POST', path, body, headers);
}

/** Amounts beyond what may leave, and beyond what there is, alone and with something else that is wrong. */
function beyondLimits(visit: Visit): Values[] {
  const { limits } = paymentOf(visit);
  const amounts = limits.turns.map((turn) => plain(turn + 1n, limits.decimals));
  const description = 'Rent '.repeat(60);
  return amounts.flatMap((amount): Values[] => [{ amount }, { amount, description }]);
}

const shared = {
  always: beyondLimits,
  beyond: { pin_authorisation_required: 'Whether the PIN authorised the payment.' },
  reopens: ({ status }: Problem) => status < 400,
};

const walletTransfer = (visitors: readonly VisitorKind[], currency: string): FormOnScreen => ({
  ...shared,
  form: 'wallet_transfer',
  screen: `wallet transfer (${currency})`,
  visitors,
  open: async (visitor, page) => {
    const payee = await newMember(visitor.server.url, newPerson('Bayo', 'Adeyemi'), visitor.business);
    const wallet_number = (await payee.api.wallet(currency)).identity;
    await beginTransfer(visitor, page);
    await toWallet(page);
    await field(page, 'Wallet number').fill(wallet_number);
    await press(page, 'Continue');
    await field(page, `Amount (${currency})`).waitFor();
    const limits = await limitsOf(visitor, { wallet_number });
    return {
      root: sheet(page),
      given: { wallet_number },
      facts: { currency, payee: `wallet:${wallet_number}`, limits },
    };
  },
  fields: fields(currency),
  call: (visit, { wallet_number, ...values }) =>
    pay(visit, 'wallet_transfer', '/wallet/transfer', { ...values, receive_wallet: wallet_number ?? '' }),
});

/** The number of the wallet that is paid. It is judged when it is sent, and then looked up. */
const walletNumber: FormOnScreen = {
  form: 'wallet_transfer',
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
      right: (random, { facts }) => (random.chance(30) ? String(facts.own) : random.digits(10)),
      odd: (random, { facts }) =>
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
    const violation = { field: 'wallet_number', code: 'no_such_wallet', message: body.message ?? '' };
    return { ...answer, body: { ...body, violations: [violation] } };
  },
};

const toBank = (visitors: readonly VisitorKind[], currency: string): FormOnScreen => ({
  ...shared,
  form: 'withdraw',
  screen: `transfer to a bank (${currency})`,
  visitors,
  open: async (visitor, page) => {
    const { id, bank_code, account_number, account_name } = await saveAccount(visitor, '0123456780');
    await beginTransfer(visitor, page);
    await sheet(page).getByRole('button', { name: 'Bank Account' }).click();
    await sheet(page).getByRole('button', { name: account_name }).first().click();
    await field(page, `Amount (${currency})`).waitFor();
    const limits = await limitsOf(visitor, { bank_code, account_number });
    const payee = `bank:${bank_code}:${account_number}`;
    return { root: sheet(page), given: { bank_account_id: id }, facts: { currency, payee, limits } };
  },
  fields: fields(currency),
  call: (visit, values) => pay(visit, 'withdraw', '/withdraw', values),
});

const naira = PAYERS.filter((kind) => kind !== 'a member with dollars');
const dollars: VisitorKind[] = ['a member with dollars'];

export const transferForms = [
  walletNumber,
  walletTransfer(naira, 'NGN'),
  walletTransfer(dollars, 'USD'),
  toBank(naira, 'NGN'),
  toBank(dollars, 'USD'),
];
