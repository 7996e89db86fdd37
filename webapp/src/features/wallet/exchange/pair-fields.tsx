import { ArrowDownUp } from 'lucide-react';
import type { Currency } from '@/payment/types';
import { SelectField } from '@/ui/field';
import type { Pair } from './queries';

interface Props {
  served: readonly Currency[];
  pair: Pair;
  onPair: (pair: Pair) => void;
  errorOf?: (field: 'from' | 'to') => string | undefined;
}

const options = (currencies: readonly Currency[]) =>
  currencies.map((currency) => ({ value: currency, label: currency }));

/** The two currencies, which always differ: choosing the other one swaps them. */
export function PairFields({ served, pair, onPair, errorOf }: Props) {
  const { from, to } = pair;
  const swapped = { from: to, to: from };
  const choose = (next: Pair) => onPair(next.from === next.to ? swapped : next);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="grow basis-24">
        <SelectField
          label="From"
          options={options(served)}
          value={from}
          error={errorOf?.('from')}
          onChange={(event) => choose({ from: event.target.value as Currency, to })}
        />
      </div>
      <button
        type="button"
        className="grid size-11 shrink-0 place-items-center rounded-full text-accent-text hover:bg-sunken"
        aria-label="Swap currencies"
        onClick={() => onPair(swapped)}
      >
        <ArrowDownUp aria-hidden className="size-5" />
      </button>
      <div className="grow basis-24">
        <SelectField
          label="To"
          options={options(served)}
          value={to}
          error={errorOf?.('to')}
          onChange={(event) => choose({ from, to: event.target.value as Currency })}
        />
      </div>
    </div>
  );
}
