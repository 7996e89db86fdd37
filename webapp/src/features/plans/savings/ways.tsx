import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { money } from '@/payment/money';
import type { Currency } from '@/payment/types';
import type { Plan } from '../types';
import { dayWords, penaltyWords } from '../words';
import { type Way, wayWords } from './proposed';

interface BestProps {
  way: Way;
  plan: Plan;
  currency: Currency;
}

/** The instalments, their sum, and the day on which the money is back. */
export const BestWay = ({ way, plan, currency }: BestProps) => (
  <div className="figures flex flex-col gap-1 rounded-card bg-accent-soft p-4">
    <p className="text-lg font-bold">{wayWords(way, currency)}</p>
    <p className="text-sm">
      {`You save ${money(way.total, currency)}${way.over === null ? '' : `, ${money(way.over, currency)} more than you need`}. It is back in your wallet on ${dayWords(way.ends_on)}.`}
    </p>
    <p className="text-xs text-muted wrap-anywhere">{`${plan.name} · ${penaltyWords(plan)}`}</p>
  </div>
);

interface Props {
  ways: readonly Way[];
  plans: readonly Plan[];
  currency: Currency;
  /** The place of the chosen one. */
  chosen: number;
  onChoose: (place: number) => void;
}

/** All ways to reach a goal, to choose from. */
export function OtherWays({ ways, plans, currency, chosen, onChoose }: Props) {
  const group = useId();
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 font-semibold">
        <span>Other ways</span>
        <ChevronDown aria-hidden className="size-5 text-muted group-open:rotate-180" />
      </summary>
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Other ways</legend>
        {ways.map((way, place) => (
          <label
            key={`${way.plan} ${way.duration_unit}`}
            className="flex items-start gap-3 rounded-control border border-line-strong bg-raised px-4 py-3 has-checked:border-accent-text has-checked:bg-accent-soft"
          >
            <span className="figures min-w-0 grow">
              <span className="block text-sm font-semibold">{wayWords(way, currency)}</span>
              <span className="block text-xs text-muted wrap-anywhere">
                {`Until ${dayWords(way.ends_on)} · ${plans.find(({ id }) => id === way.plan)?.name ?? ''}`}
              </span>
            </span>
            <input
              type="radio"
              name={group}
              checked={place === chosen}
              onChange={() => onChoose(place)}
              className="mt-0.5 size-5 shrink-0 accent-(--brand-accent)"
            />
          </label>
        ))}
      </fieldset>
    </details>
  );
}
