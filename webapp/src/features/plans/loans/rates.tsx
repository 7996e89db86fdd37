import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Cost } from './cost';

/** The annual rates of a loan; the effective one only if there is one. `amount`: the loan, unless it is obvious. */
export function rateRows(priced: Cost | null, amount = ''): [string, ReactNode][] {
  const { annual_rate_text, effective_rate } = priced?.cost ?? {};
  const row = (name: string, rate: string): [string, ReactNode] => [
    name,
    <span key={name}>
      <strong>{rate}</strong>
      {amount !== '' && <span>{` ${amount}`}</span>}
    </span>,
  ];
  return [
    ...(annual_rate_text ? [row('Annual percentage rate', annual_rate_text)] : []),
    ...(effective_rate ? [row('Effective annual rate', `${effective_rate}%`)] : []),
  ];
}

/** The method behind the annual rates. */
export const RateMethod = () => (
  <details className="group text-sm">
    <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 font-semibold">
      <span>What the annual rates mean</span>
      <ChevronDown aria-hidden className="size-5 text-muted group-open:rotate-180" />
    </summary>
    <p className="text-muted">
      Both count interest and the request fee, on the money that you receive. The first one is the rate of one
      period times the periods of a year: it is nominal, by the actuarial method of US Regulation Z, appendix
      J. The effective one adds interest on interest over the year. The interest itself is flat: a share of
      the whole loan, not of what is left of it.
    </p>
  </details>
);
