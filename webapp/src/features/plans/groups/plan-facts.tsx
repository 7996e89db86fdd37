import { evaluate } from '@/engine/later';
import { useToday } from '@/lib/today';
import { Facts } from '@/payment/breakdown';
import { money } from '@/payment/money';
import { SchedulePreview } from '../common/schedule-preview';
import type { GroupPlan } from '../types';
import { durationWords } from '../words';

const TYPES: Record<GroupPlan['type'], string> = { savings: 'Savings', loan: 'Loan', coins: 'Coin set' };

/** A group's plan, for a user who may join it. */
export const PlanFacts = ({ plan }: { plan: GroupPlan }) => (
  <Facts
    rows={[
      ['Code', plan.code],
      ['Name', plan.name],
      ['Type', TYPES[plan.type]],
      ['Each instalment', money(plan.base_currency_amount, plan.base_currency)],
      ['Duration', durationWords(plan.duration, plan.duration_unit)],
      ['Created by', plan.created_by_name],
    ]}
  />
);

/** The instalments of a member who joins today. */
export function JoinSchedule({ plan, amount }: { plan: GroupPlan; amount: string }) {
  const { currency, duration, duration_unit } = plan;
  const terms = { amount, currency, duration, duration_unit, start: useToday() };
  const schedule = evaluate('savings.schedule', terms);
  if (!schedule.valid) return null;
  return (
    <SchedulePreview
      instalments={schedule.instalments}
      currency={currency}
      total={schedule.total}
      totalLabel="You save"
    />
  );
}
