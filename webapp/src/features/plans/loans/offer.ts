import type { DataOf } from '@/api/contract';
import type { User } from '@/api/types';
import { evaluate, type RuleOutput } from '@/engine/later';
import type { Plan } from '../types';
import { gatesOf } from './gates';

export type OwnLimitAnswer = DataOf<'GET', '/loans/limit'>;
export type Offer = Extract<RuleOutput<'loan.offer'>, { valid: true }>;
export type OfferedAmounts = Offer['plans'][number];

/** The loans for a user with their own limit, and amounts to look at. */
export function offerOf(plans: readonly Plan[], { left, room }: OwnLimitAnswer, user: User): Offer | null {
  const offered = plans.map((plan) => ({
    // The other requirements are the same for every loan.
    open: gatesOf(plan, user).every(({ unlock }) => unlock !== 'cluster'),
    minimum: plan.limits.minimum,
    maximum: plan.limits.maximum,
  }));
  const offer = evaluate('loan.offer', { left, room, plans: offered });
  return offer.valid ? offer : null;
}
