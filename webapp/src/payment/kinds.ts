import type { Contract } from '@/api/contract';
import { evaluate } from '@/engine';

/** What money leaves a wallet for, as the PIN authorises it. */
export type PaymentKind = Contract<'Action'>;

/** What the history calls a transaction. */
export const categoryLabel = (category: Contract<'Category'>): string =>
  evaluate('transaction.category', { category }).label;
