import type { RuleInput } from '@/engine';
import { classes } from '@/lib/classes';
import type { History } from '@/payment/queries';

export type Period = RuleInput<'transaction.period'>['period'];
const PERIODS: Period[] = ['last 24hr', '1 week', '30 days'];

/** Kinds of transactions, with their query parameters. */
export const KINDS = {
  In: { type: 'CREDIT' },
  Out: { type: 'DEBIT' },
  Failed: { status: 'FAILED' },
} as const satisfies Record<string, History>;
export type Kind = keyof typeof KINDS;

interface Props {
  period: Period | null;
  onPeriod: (period: Period | null) => void;
  kind: Kind | null;
  onKind: (kind: Kind | null) => void;
}

/** The filters of the history, on one line that scrolls. */
export function PeriodFilters({ period, onPeriod, kind, onKind }: Props) {
  return (
    <div className="relative -mx-gutter flex gap-2 overflow-x-auto px-gutter py-1 [scrollbar-width:none]">
      <fieldset className="flex shrink-0 gap-2">
        <legend className="sr-only">Period</legend>
        {PERIODS.map((choice) => (
          <Chip
            key={choice}
            label={choice}
            pressed={period === choice}
            onClick={() => onPeriod(period === choice ? null : choice)}
          />
        ))}
      </fieldset>
      <fieldset className="flex shrink-0 gap-2">
        <legend className="sr-only">Kind</legend>
        {(Object.keys(KINDS) as Kind[]).map((choice) => (
          <Chip
            key={choice}
            label={choice}
            pressed={kind === choice}
            onClick={() => onKind(kind === choice ? null : choice)}
          />
        ))}
      </fieldset>
    </div>
  );
}

function Chip({ label, pressed, onClick }: { label: string; pressed: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={classes(
        'min-h-11 shrink-0 rounded-full px-4 text-sm font-medium whitespace-nowrap',
        pressed ? 'bg-accent text-on-accent' : 'bg-sunken',
      )}
      onClick={onClick}
    >
      {label}
    </button>
  );
}
