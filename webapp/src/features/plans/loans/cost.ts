import { evaluate, type RuleInput, type RuleOutput } from '@/engine/later';
import { lagosToday } from '@/lib/today';
import type { Plan } from '../types';

type Valid<R extends 'loan.schedule' | 'loan.cost'> = RuleOutput<R> & { valid: true };

/** The cost of a loan and its repayment schedule. */
export interface Cost {
  schedule: Valid<'loan.schedule'>;
  cost: Valid<'loan.cost'>;
  /** The input of both rules. */
  input: RuleInput<'loan.schedule'>;
  /** There is no request fee. */
  isFree: boolean;
}

/** The schedule and the cost of a loan that begins today; null for an amount that has none. */
export function costOf(plan: Plan, amount: string): Cost | null {
  const input = {
    amount,
    currency: 'NGN' as const,
    take_profit: plan.take_profit ?? '0',
    duration: plan.duration,
    duration_unit: plan.duration_unit,
    start: lagosToday(),
    wait: plan.wait ?? 0,
    wait_unit: plan.wait_unit ?? plan.duration_unit,
    request_fee: plan.request_fee,
  };
  const schedule = evaluate('loan.schedule', input);
  const cost = evaluate('loan.cost', input);
  if (!schedule.valid || !cost.valid) return null;
  const fee = { due_at: input.start, amount: cost.request_fee, paid: '0' };
  const { complete } = evaluate('plan.progress', { instalments: [fee], today: input.start });
  return { schedule, cost, input, isFree: complete === true };
}
