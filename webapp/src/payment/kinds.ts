import type { Contract } from '@/api/contract';
import { evaluate, type RuleInput } from '@/engine';

/** The kinds of payment, as the PIN authorises them. */
export type PaymentKind = Contract<'Action'>;

/** The category of a kind of transfer in the history; null if no wallet is involved. */
export const categoryOf = (movement: RuleInput<'payment.movement'>['movement']) =>
  evaluate('payment.movement', { movement }).category;

/** Categories of the history. */
export const categoryLabel = (category: Contract<'Category'>): string =>
  evaluate('transaction.category', { category }).label;
