import { PAYMENT_KINDS } from './kinds';
import type { Transaction } from './types';

/** Where the app goes after a payment. */
export function resultOf({ category, reference, currency, gross_amount }: Transaction) {
  const kind = Object.values(PAYMENT_KINDS).find((one) => one.category === category);
  const to = kind?.result ?? '/send-sell-success';
  return { to, search: { reference, currency, amount: gross_amount } };
}
