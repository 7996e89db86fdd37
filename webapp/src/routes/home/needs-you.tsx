import { Link } from '@tanstack/react-router';
import { LatenessWords } from '@/features/plans/next-instalment';
import type { LatePlan, PlanType } from '@/features/plans/types';
import { buttonClasses } from '@/ui/button';
import { Card } from '@/ui/page';

const PAGES = { savings: '/my-savings', loan: '/my-loans', coins: '/my-plans' } as const satisfies Record<
  PlanType,
  string
>;

/** The plan with the most urgent instalment: the amount due, and a link to pay it. */
export function NeedsYou({ plans: [worst, ...others] }: { plans: readonly LatePlan[] }) {
  if (!worst) return null;
  const { id, name, type, currency, lateness } = worst;
  return (
    <Card>
      <section aria-labelledby="needs-you" className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-w-0 grow basis-[min(100%,12rem)] flex-col gap-1 text-sm">
          <h2 id="needs-you" className="text-lg font-semibold">
            Needs you
          </h2>
          <p className="truncate font-medium">{name}</p>
          <p>
            <LatenessWords lateness={lateness} currency={currency} />
          </p>
          {others.length > 0 && (
            <p className="text-muted">
              {others.length === 1 ? 'One more plan is due.' : `${others.length} more plans are due.`}
            </p>
          )}
        </div>
        {type === 'loan' && lateness.state === 'overdue' && (
          <Link to="/chat" className={buttonClasses('quiet')}>
            Talk to us
          </Link>
        )}
        <Link
          to={PAGES[type]}
          search={{ id }}
          aria-label={`Pay: ${name}`}
          className={buttonClasses('primary')}
        >
          Pay
        </Link>
      </section>
    </Card>
  );
}
