import { evaluate, type RuleOutput } from '@/engine/later';
import { money } from '@/payment/money';
import type { Currency } from '@/payment/types';
import type { Plan } from '../types';
import type { Facts } from './facts';

type Proposals = Extract<RuleOutput<'savings.propose'>, { valid: true }>;
/** A plan with the instalments that reach a goal. */
export type Way = Proposals['ways'][number];

/** Ways that are shown. */
const SHOWN = 5;

interface Asked {
  target: string;
  by: string;
  today: string;
}

/** The ways to reach a goal, the best first, or the nearest one and what is wrong with it; null for no goal. */
export function proposed(
  plans: readonly Plan[],
  { rates }: Facts,
  asked: Asked,
): { ways: Way[]; message: string | null } | null {
  const offered = plans.filter(({ is_active }) => is_active);
  const found = evaluate('savings.propose', {
    ...asked,
    currency: 'NGN',
    rates,
    plans: offered.map((plan) => ({
      id: plan.id,
      min_amount: plan.min_amount,
      max_amount: plan.max_amount,
      base_currency: plan.base_currency,
      pot_currency: plan.pot_currency,
      duration: plan.duration,
      duration_unit: plan.duration_unit,
      is_flexible: plan.is_flexible,
      is_group: plan.is_group,
      return_rate: plan.return_rate,
    })),
  });
  if (!found.valid) return null;
  const { ways, nearest, message } = found;
  return { ways: nearest ? [nearest] : ways.slice(0, SHOWN), message };
}

/** The instalments of a way in words: ₦25,000.00 on the 27th, 12 times. */
export const wayWords = ({ amount, often, duration }: Way, currency: Currency): string =>
  duration === 1
    ? `${money(amount, currency)} ${often}`
    : `${money(amount, currency)} ${often}, ${duration} times`;
