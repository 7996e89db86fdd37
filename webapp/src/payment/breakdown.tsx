import type { ReactNode } from 'react';
import { money } from './money';
import type { Currency, Line } from './types';
import { WorkedOut, type WorkedOutOf } from './worked-out';

/** A name and a value; null or false for a line to omit. */
export type Row = readonly [name: string, value: ReactNode] | null | false;

/** Names and values, one per line. */
export function Facts({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="flex flex-col gap-2.5 text-sm">
      {rows
        .filter((row) => row !== null && row !== false)
        .map(([name, value]) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-muted">{name}</dt>
            <dd className="figures ms-auto min-w-0 text-end font-medium break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

interface Props {
  lines: Pick<Line, 'label' | 'amount'>[];
  total: string;
  currency: Currency;
  totalLabel?: string;
  /** The source of the figures: a link opens how they were worked out. */
  of?: WorkedOutOf | undefined;
}

/** The lines of a quote and their total. */
export function Breakdown({ lines, total, currency, totalLabel = 'Grand total', of }: Props) {
  return (
    <>
      <Facts
        rows={[
          ...lines.map((line): [string, ReactNode] => [line.label, money(line.amount, currency)]),
          [totalLabel, <strong key="total">{money(total, currency)}</strong>],
        ]}
      />
      {of !== undefined && <WorkedOut of={of} />}
    </>
  );
}
