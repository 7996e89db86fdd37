import type { Contract } from '@/api/contract';
import { evaluate, type RuleInput } from '@/engine';

/** What money leaves a wallet for. */
export type PaymentKind = RuleInput<'payment.kind'>['kind'];

/** What the PIN authorises, and how the history files it. */
export const factsOf = (kind: PaymentKind) => evaluate('payment.kind', { kind });

/** What the history calls a transaction. */
export const categoryLabel = (category: Contract<'Category'>): string =>
  evaluate('transaction.category', { category }).label;
