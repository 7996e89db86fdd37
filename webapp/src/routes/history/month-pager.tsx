import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { RuleOutput } from '@/engine';

export type Month = RuleOutput<'transaction.month'>;

interface Props {
  /** The name of the period that is shown. */
  title: string;
  month: Month;
  onMonth: (month: string) => void;
}

const ROUND =
  'grid size-11 shrink-0 place-items-center rounded-full bg-sunken disabled:cursor-not-allowed disabled:opacity-50';

/** The month that is shown, and the ways to its neighbours. */
export function MonthPager({ title, month: { previous, next }, onMonth }: Props) {
  return (
    <nav aria-label="Months" className="flex items-center justify-between gap-2">
      <button
        type="button"
        aria-label="Previous month"
        className={ROUND}
        disabled={previous === null}
        onClick={() => previous !== null && onMonth(previous)}
      >
        <ChevronLeft aria-hidden className="size-5 rtl:rotate-180" />
      </button>
      <h2 aria-live="polite" className="min-w-0 text-center text-lg font-semibold">
        {title}
      </h2>
      <button
        type="button"
        aria-label="Next month"
        className={ROUND}
        disabled={next === null}
        onClick={() => next !== null && onMonth(next)}
      >
        <ChevronRight aria-hidden className="size-5 rtl:rotate-180" />
      </button>
    </nav>
  );
}
