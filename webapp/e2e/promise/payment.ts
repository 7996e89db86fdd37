import { randomUUID } from 'node:crypto';
import type { Accounts } from '../harness/api';
import { type Limits, minor, plain } from './amounts';
import type { Problem, Values, Visit } from './form';
import type { Visitor } from './visitor';

/** A payment with an open form. */
export interface Payment {
  currency: string;
  limits: Limits;
}
export const paymentOf = ({ facts }: Visit) => facts as unknown as Payment;

export const currencyOf = ({ kind }: Visitor) => (kind === 'a member with dollars' ? 'USD' : 'NGN');

/** The amounts at which the result changes. The flat fee of a bank transfer is 20 naira. */
export async function limitsOf(visitor: Visitor, recipient: object): Promise<Payment['limits']> {
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
  const thresholds = [balance - (toBank ? 2_000n : 0n), balance, most].sort((one, other) =>
    one < other ? -1 : 1,
  );
  return { decimals: 2, thresholds: [least, ...thresholds] };
}

/**
 * Submits the payment without the PIN's authorisation: an invalid form is refused earlier, and a valid one moves no
 * money.
 */
export function pay({ visitor, facts }: Visit, path: string, values: Values): Promise<Problem> {
  const body = { ...values, send_wallet: facts.currency };
  return visitor.call('POST', path, body, { 'idempotency-key': randomUUID() });
}

/** Amounts just above each threshold, alone and together with an invalid description. */
export function beyondLimits(visit: Visit): Values[] {
  const { limits } = paymentOf(visit);
  const amounts = limits.thresholds.map((threshold) => plain(threshold + 1n, limits.decimals));
  const description = 'Rent '.repeat(60);
  return amounts.flatMap((amount): Values[] => [{ amount }, { amount, description }]);
}
