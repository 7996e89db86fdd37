import type { Contract } from '@/api/contract';
import { classes } from '@/lib/classes';
import { Balance } from '@/payment/money';
import type { Flow } from '@/payment/queries';
import type { Currency } from '@/payment/types';
import { Skeleton } from '@/ui/states';

/** A use of money, in a wallet. */
export interface ChosenFlow {
  currency: Currency;
  flow: Flow;
}

type Totals = Contract<'Totals'>;

interface Props {
  currencies: Totals[];
  /** The currency whose totals are shown. */
  currency: Currency;
  onCurrency: (currency: Currency) => void;
  chosen: Flow | null;
  onChoose: (flow: Flow | null) => void;
}

/** The totals in and out of a period, and the uses of what went out; each use filters the list. */
export function Flows({ currencies, currency, onCurrency, chosen, onChoose }: Props) {
  const totals = currencies.find((one) => one.currency === currency);
  const received = totals?.received ?? '0';
  const sent = totals?.sent ?? '0';
  return (
    <section aria-label="Where it went" className="flex flex-col gap-1 rounded-card bg-raised px-4 py-3">
      <div className="flex min-h-11 flex-wrap items-center gap-x-2">
        <p className="grow text-sm text-muted">
          <span>{'In '}</span>
          <Balance amount={received} currency={currency} />
          <span>{' · Out '}</span>
          <Balance amount={sent} currency={currency} />
        </p>
        {currencies.length > 1 && (
          <select
            aria-label="Wallet"
            className="min-h-11 rounded-control border border-line-strong bg-raised px-1"
            value={currency}
            onChange={({ target }) => onCurrency(target.value as Currency)}
          >
            {currencies.map((one) => (
              <option key={one.currency}>{one.currency}</option>
            ))}
          </select>
        )}
      </div>
      {USES.map(({ flow, label }) => {
        const one = totals?.flows.find((found) => found.flow === flow);
        const isChosen = chosen === flow;
        return (
          <button
            key={flow}
            type="button"
            aria-pressed={isChosen}
            className={classes(
              '-mx-2 flex min-h-11 flex-col justify-center gap-1.5 rounded-control px-2 py-1.5 text-start text-sm',
              isChosen ? 'bg-accent-soft' : 'hover:bg-sunken',
            )}
            onClick={() => onChoose(isChosen ? null : flow)}
          >
            <span className="flex flex-wrap items-baseline gap-x-3">
              <span className="grow font-medium">{`${label} `}</span>
              <span className="font-semibold">
                <Balance amount={one?.amount ?? '0'} currency={currency} />
              </span>
              <span className="figures min-w-12 text-end whitespace-nowrap text-muted">{` ${one?.percent ?? 0}%`}</span>
            </span>
            <Bar percent={one?.percent ?? 0} />
          </button>
        );
      })}
    </section>
  );
}

/** The uses, in the order of the rule; their labels before it has answered. */
const USES: readonly { flow: Flow; label: string }[] = [
  { flow: 'sent', label: 'Sent' },
  { flow: 'bills', label: 'Bills' },
  { flow: 'plans', label: 'Plans' },
];

function Bar({ percent }: { percent: number }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className="h-1.5 w-full rounded-full bg-sunken rtl:-scale-x-100"
    >
      <rect width={percent} height="1" className="fill-accent" />
    </svg>
  );
}

/** As tall as the totals. */
export const FlowsSkeleton = () => <Skeleton className="h-56 rounded-card" />;
