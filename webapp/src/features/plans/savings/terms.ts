import { evaluate, type RuleOutput } from '@/engine/later';
import type { Currency } from '@/payment/types';
import type { Leaving } from '../leaving';
import type { DurationUnit, Plan } from '../types';

/** Savings as they would begin today. */
export interface Terms {
  plan: Plan;
  amount: string;
  currency: Currency;
  duration: number;
  duration_unit: DurationUnit;
  today: string;
}

type Schedule = Extract<RuleOutput<'savings.schedule'>, { valid: true }>;

/** Every date and amount; null while the amount is invalid. */
export function scheduleOf({ amount, currency, duration, duration_unit, today }: Terms): Schedule | null {
  const schedule = evaluate('savings.schedule', { amount, currency, duration, duration_unit, start: today });
  return schedule.valid ? schedule : null;
}

/** The last day; null while the duration is invalid. */
export function endOf({ duration, duration_unit, today }: Terms): string | null {
  const planned = evaluate('plan.end', { start: today, duration, duration_unit });
  return planned.valid ? planned.end : null;
}

/** The plan as the termination slider needs it. */
export const leavingOf = ({ plan, currency }: Terms, { instalments }: Schedule, end: string): Leaving => ({
  is_flexible: plan.is_flexible,
  opt_out_penalty: plan.opt_out_penalty,
  return_rate: plan.return_rate,
  currency,
  instalments: instalments.map(({ due_at, amount }) => ({ due_at, amount })),
  due_at: end,
});
