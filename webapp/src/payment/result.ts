import { evaluate } from '@/engine';
import type { Transaction } from './types';

/** The result page of a payment. */
export function resultOf({ category, reference, currency, gross_amount }: Transaction) {
  const to = evaluate('transaction.category', { category }).result_page ?? '/send-sell-success';
  return { to, search: { reference, currency, amount: gross_amount } };
}
