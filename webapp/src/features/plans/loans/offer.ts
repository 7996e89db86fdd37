import { evaluate, type RuleOutput } from '@/engine/later';
import type { Plan } from '../types';

type Offer = Extract<RuleOutput<'loan.offer'>, { valid: true }>;
export type OfferedAmounts = Offer['plans'][number];

/** The loans that a user can be approved for at once, and amounts to look at; `left`: of the user's limit. */
export function offerOf(plans: readonly Plan[], left: string): Offer | null {
  const limits = plans.map(({ limits: { minimum, maximum } }) => ({ minimum, maximum }));
  const offer = evaluate('loan.offer', { left, plans: limits });
  return offer.valid ? offer : null;
}
