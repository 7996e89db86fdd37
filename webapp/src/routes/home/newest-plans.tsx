import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartLine, ChevronRight, HandCoins, PiggyBank } from 'lucide-react';
import { PlanProgress } from '@/features/plans/common/plan-progress';
import { NextInstalment } from '@/features/plans/next-instalment';
import { LOOK_EVERY_MS, subscriptionsQuery } from '@/features/plans/queries';
import { TILES } from '@/features/plans/savings/goal-tiles';
import { NoSavings } from '@/features/plans/savings/no-savings';
import { SavingTile } from '@/features/plans/savings/saving-tile';
import { Loaded } from '@/ui/loaded';
import { EmptyState, ListSkeleton } from '@/ui/states';

/** Plans in a view of the dashboard. */
const SHOWN = 4;

const VIEWS = {
  savings: { title: 'Your savings', to: '/my-savings', none: null, icon: PiggyBank },
  loan: { title: 'Your loans', to: '/my-loans', none: 'You have no loans yet.', icon: HandCoins },
  coins: { title: 'Your coin sets', to: '/my-plans', none: 'You have no coin sets yet.', icon: ChartLine },
} as const;

/** The newest plans of a view: their progress and next instalment. Each links to its place in the full list. */
export function NewestPlans({ view }: { view: keyof typeof VIEWS }) {
  const { title, to, none, icon: Icon } = VIEWS[view];
  const query = useQuery({
    ...subscriptionsQuery(view, { page: 1, per_page: SHOWN }),
    refetchInterval: LOOK_EVERY_MS,
  });
  return (
    <section className="flex flex-col gap-3" aria-labelledby="newest-plans">
      <h2 id="newest-plans" className="text-lg font-semibold">
        {title}
      </h2>
      <Loaded
        query={{ ...query, data: query.data?.data }}
        polled
        waiting={<ListSkeleton rows={1} label={`loading ${title.toLowerCase()}`} />}
        empty={
          none === null ? (
            <NoSavings />
          ) : (
            <EmptyState icon={<Icon aria-hidden className="size-6" />} title={none} />
          )
        }
      >
        {(plans) =>
          view === 'savings' ? (
            <ul className={TILES}>
              {plans.map((plan) => (
                <li key={plan.id}>
                  <SavingTile subscription={plan} />
                </li>
              ))}
            </ul>
          ) : (
            <ul className="flex flex-col gap-3">
              {plans.map((plan) => (
                <li key={plan.id} className="flex flex-col gap-3 rounded-card bg-raised p-4 shadow-raised">
                  <Link to={to} search={{ id: plan.id }} className="flex items-center gap-4 rounded-control">
                    <PlanProgress subscription={plan} />
                    <ChevronRight aria-hidden className="size-5 shrink-0 text-muted rtl:rotate-180" />
                  </Link>
                  <NextInstalment subscription={plan} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
