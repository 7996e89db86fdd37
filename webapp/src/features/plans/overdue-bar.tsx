import { Link } from '@tanstack/react-router';
import { buttonClasses } from '@/ui/button';
import { LatenessWords } from './next-instalment';
import type { LatePlan } from './types';

/** An overdue loan: the amount that ends it, the way to pay, and whom to talk to. */
export function OverdueBar({ loan: { id, name, lateness, currency } }: { loan: LatePlan }) {
  return (
    <section
      aria-label="Overdue loan"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-raised px-gutter py-3 text-sm"
    >
      <div className="min-w-0 grow basis-[min(100%,12rem)]">
        <p className="truncate font-semibold">{name}</p>
        <p>
          <LatenessWords lateness={lateness} currency={currency} />
        </p>
      </div>
      <div className="flex gap-3">
        <Link to="/chat" className={buttonClasses('quiet')}>
          Talk to us
        </Link>
        <Link to="/my-loans" search={{ id }} aria-label={`Pay: ${name}`} className={buttonClasses('primary')}>
          Pay
        </Link>
      </div>
    </section>
  );
}
