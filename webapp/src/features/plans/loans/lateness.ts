import { evaluate, type RuleOutput } from '@/engine/later';
import { lagosToday } from '@/lib/today';
import { money } from '@/payment/money';
import type { Plan } from '../types';
import { dayWords } from '../words';
import type { Cost } from './cost';

/** The charge if nothing of the first instalment were paid, and the limit of all charges, for a loan that begins today. */
export function chargeExample(plan: Plan, { schedule }: Cost): string | null {
  const [first] = schedule.instalments;
  const { late_charge } = plan;
  if (late_charge === null || !first) return null;
  const answer: RuleOutput<'loan.late_charge'> = evaluate('loan.late_charge', {
    percent: late_charge.percent,
    ceiling: late_charge.ceiling,
    after_days: late_charge.after_days,
    principal: schedule.principal,
    charged: '0',
    unpaid: first.amount,
    due_at: first.due_at,
    today: lagosToday(),
  });
  if (!answer.valid) return null;
  const { currency } = plan.limits;
  return `${money(answer.would_be, currency)} for the first instalment if it stays unpaid until ${dayWords(answer.on)}; ${money(answer.most, currency)} at most in all`;
}
