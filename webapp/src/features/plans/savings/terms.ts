import { evaluate, type RuleOutput } from '@/engine';
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

/** Every date and amount; null while the amount is none. */
export function scheduleOf({ amount, currency, duration, duration_unit, today }: Terms): Schedule | null {
  const schedule = evaluate('savings.schedule', { amount, currency, duration, duration_unit, start: today });
  return schedule.valid ? schedule : null;
}

/** When they end: one unit after the last instalment. */
export const endOf = (terms: Terms): string | null =>
  scheduleOf({ ...terms, duration: terms.duration + 1 })?.instalments.at(-1)?.due_at ?? null;

/** What leaving would cost, once the first instalment is paid. */
export function leavingOf({ plan, currency }: Terms, schedule: Schedule, end: string): Leaving {
  const [first] = schedule.instalments;
  return {
    terms: {
      kind: 'savings',
      status: 'ACTIVE',
      is_flexible: plan.is_flexible,
      is_group: plan.is_group,
      created_by: 'me',
      user: 'me',
      opt_out_penalty: plan.opt_out_penalty,
      currency,
      due_at: end,
    },
    instalments: schedule.instalments.map((one) => ({
      due_at: one.due_at,
      amount: one.amount,
      paid: one === first ? one.amount : '0',
    })),
    paid: first?.amount ?? '0',
  };
}
