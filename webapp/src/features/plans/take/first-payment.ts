import { costOf } from '../loans/cost';
import type { Subscription } from '../types';

/** The amount that begins a plan: the request fee of a loan, the first instalment of any other. */
export const firstAmount = ({ type, plan, amount }: Subscription): string =>
  type === 'loan' ? (costOf(plan, amount)?.schedule.request_fee ?? '0') : amount;

/** The card's charge that begins a plan. */
export const firstCharge = ({ type, id, currency }: Subscription) =>
  ({ purpose: type === 'loan' ? 'loan_fee' : 'savings', id, currency }) as const;
