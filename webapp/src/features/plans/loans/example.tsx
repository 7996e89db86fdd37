import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { money } from '@/payment/money';
import { equalParts } from '../common/schedule-preview';
import type { Plan } from '../types';
import { timesWords } from '../words';
import { costOf } from './cost';
import type { OfferedAmounts } from './offer';

interface Props {
  plan: Plan;
  offered: OfferedAmounts;
  /** The user looks at another amount. */
  onLook: (amount: string) => void;
}

/** The cost of a loan of the plan, for one amount at a time. */
export function Example({ plan, offered: { amounts, first }, onLook }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  // The amounts may change while one of them is looked at.
  const found = amounts.findIndex(({ amount }) => amount === chosen);
  const place = found === -1 ? first : found;
  const shown = amounts[place];
  const priced = shown && costOf(plan, shown.amount);
  if (!priced) return null;
  const { currency } = plan.limits;
  const { schedule, cost, isFree } = priced;
  const amount = money(shown.amount, currency);
  const parts = equalParts(schedule.instalments).map(
    ([part, count]) => `${count} × ${money(part, currency)}`,
  );
  const instalments = `${parts.join(' + ')}, ${timesWords(plan.duration, plan.duration_unit)}`;
  const rate = `APR ${cost.annual_rate_text}`;
  return (
    <div className="figures flex flex-col gap-2 rounded-control bg-sunken p-4">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-xl font-bold">{amount}</span>
        <ArrowRight aria-hidden className="size-5 shrink-0 text-muted rtl:rotate-180" />
        <span className="font-semibold">{instalments}</span>
      </p>
      <p className="text-sm">
        <strong className="font-semibold">{rate}</strong>
        <span className="text-muted">
          {` · You repay ${money(schedule.total, currency)}${isFree ? '' : `, and a request fee of ${money(cost.request_fee, currency)}`}.`}
        </span>
      </p>
      {amounts.length > 1 && (
        <input
          type="range"
          className="slider h-11 w-full cursor-pointer accent-(--brand-accent)"
          aria-label={`Amount to look at: ${plan.name}`}
          aria-valuetext={`${amount}: ${instalments}, ${rate}`}
          min={0}
          max={amounts.length - 1}
          value={place}
          onChange={({ target }) => {
            const looked = amounts[target.valueAsNumber];
            if (!looked) return;
            setChosen(looked.amount);
            onLook(looked.amount);
          }}
        />
      )}
      {shown.message !== null && <p className="text-xs text-muted">{shown.message}</p>}
    </div>
  );
}
