import { evaluate } from '@/engine';
import type { Transaction } from './types';

/** The path of a payment's result page. */
export function resultOf({ category, status, reference, currency, gross_amount }: Transaction) {
  const { result_page, result_type } = evaluate('transaction.category', { category, status });
  const search = { reference, currency, amount: gross_amount };
  return {
    to: result_page ?? '/send-sell-success',
    search: result_type ? { ...search, type: result_type } : search,
  };
}
