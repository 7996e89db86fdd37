import { evaluate, type RuleInput } from '@/engine/later';
import type { Plan, Subscription } from './types';

/** A plan that could be left on any day. */
export type Leaving = Omit<RuleInput<'termination.preview'>, 'today'>;

/** The user's own plan; null if it can't be left, or before its end is known. */
export function ownLeaving({
  type,
  plan,
  currency,
  due_at,
  savings,
  termination,
  earned,
  pot_currency,
}: Subscription): Leaving | null {
  if (due_at === null || !termination.allowed || type === 'loan') return null;
  // Later payments will buy what later rates give.
  if (pot_currency !== currency) return null;
  const { is_flexible, opt_out_penalty } = plan;
  const { paid } = termination;
  // A coin set is paid at once, and its penalty is a share of the money spent on coins: the same on every day.
  const instalments =
    type === 'coins'
      ? [{ due_at, amount: paid, paid }]
      : savings.map((one) => ({ due_at: one.due_at, amount: one.amount, paid: one.amount_paid }));
  const { return_rate } = plan;
  const deposits = earned?.deposits ?? null;
  return { is_flexible, opt_out_penalty, currency, due_at, instalments, paid, return_rate, deposits };
}

/** A coin set that would be bought today; null while its end is unknown. */
export function newSetLeaving(plan: Plan, amount: string, today: string): Leaving | null {
  const { duration, duration_unit, is_flexible, opt_out_penalty, limits } = plan;
  const planned = evaluate('plan.end', { start: today, duration, duration_unit });
  if (!planned.valid) return null;
  const instalments = [{ due_at: today, amount }];
  return { is_flexible, opt_out_penalty, currency: limits.currency, due_at: planned.end, instalments };
}
