import { CalendarDays, ChevronDown } from 'lucide-react';
import { Balance, money } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { dayWords } from '../words';

/** A planned instalment. */
export interface Planned {
  number: number;
  due_at: string;
  amount: string;
  interest?: string | null;
}

interface Props {
  instalments: readonly Planned[];
  currency: Currency;
  total: string;
  /** The label of the total, such as `You save`. */
  totalLabel: string;
  /** All rows are shown at once. */
  open?: boolean;
  /** The plan runs: its figures are masked while balances are hidden. */
  own?: boolean;
}

/** The amounts in order, and the number of instalments of each: the first ones have the remainder of the division. */
export function equalParts(instalments: readonly { amount: string }[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { amount } of instalments) counts.set(amount, (counts.get(amount) ?? 0) + 1);
  return [...counts];
}

/** Every date and every amount, from the rule: no connection is needed. */
export function SchedulePreview({ instalments, currency, total, totalLabel, open, own }: Props) {
  const figure = (amount: string) =>
    own ? <Balance amount={amount} currency={currency} /> : money(amount, currency);
  const [first] = instalments;
  const last = instalments.at(-1);
  if (!first || !last) return null;
  return (
    <details open={open} className="group rounded-control bg-sunken">
      <summary className="flex min-h-14 cursor-pointer list-none flex-wrap items-center gap-x-3 px-4 py-2">
        <CalendarDays aria-hidden className="roomy size-5 shrink-0 text-accent-text" />
        <span className="min-w-0 grow basis-[min(100%,9rem)]">
          <span className="block text-sm font-semibold">
            <span>{`${totalLabel} `}</span>
            <span>{figure(total)}</span>
          </span>
          <span className="figures block text-xs text-muted">
            {equalParts(instalments).map(([amount, count]) => (
              <span key={amount}>
                <span>{`${count} × `}</span>
                <span>{figure(amount)}</span>
                <span>{', '}</span>
              </span>
            ))}
            <span>{`${dayWords(first.due_at)}${last === first ? '' : ` to ${dayWords(last.due_at)}`}`}</span>
          </span>
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard */}
      <section aria-label="Schedule" tabIndex={0} className="max-h-64 overflow-y-auto px-4 pb-3">
        <table className="figures w-full text-sm">
          <thead className="sr-only">
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {instalments.map(({ number, due_at, amount, interest }) => (
              <tr key={number} className="border-t border-line">
                <th scope="row" className="py-2 text-start font-normal">
                  <span className="me-3 inline-block min-w-6 text-muted">{number}</span>
                  <span>{dayWords(due_at)}</span>
                </th>
                <td className="py-2 text-end font-medium">
                  <span>{figure(amount)}</span>
                  {typeof interest === 'string' && (
                    <span className="block text-xs font-normal text-muted">
                      <span>{'including '}</span>
                      <span>{figure(interest)}</span>
                      <span>{' interest'}</span>
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
