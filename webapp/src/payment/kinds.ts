import type { Contract } from '@/api/contract';
import { evaluate } from '@/engine';

/** The kinds of payment, as the PIN authorises them. */
export type PaymentKind = Contract<'Action'>;

/** Categories of the history. */
export const categoryLabel = (category: Contract<'Category'>): string =>
  evaluate('transaction.category', { category }).label;
