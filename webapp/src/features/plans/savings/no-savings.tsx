import { useQuery } from '@tanstack/react-query';
import { evaluate } from '@/engine/later';
import { money } from '@/payment/money';
import { EmptyState, isFirstLoad, ListSkeleton } from '@/ui/states';
import { plansQuery } from '../queries';
import { GoalArt } from './goal-art';

/** The place of the first savings. The least amount is that of the plans on offer. */
export function NoSavings() {
  const plans = useQuery(plansQuery('savings'));
  if (isFirstLoad(plans)) return <ListSkeleton rows={2} />;
  const offered = (plans.data ?? []).filter(({ is_active }) => is_active);
  const { least } = evaluate('plan.least', { minimums: offered.map(({ limits }) => limits.minimum) });
  return (
    <EmptyState
      icon={<GoalArt kind="other" className="size-9 text-accent-text" />}
      title={`You haven't saved yet.${least == null ? '' : ` Start with ${money(least, 'NGN')}.`}`}
    >
      <p className="text-sm text-muted">Choose what you save for, or join a plan with its code.</p>
    </EmptyState>
  );
}
