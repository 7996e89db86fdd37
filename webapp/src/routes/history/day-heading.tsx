import { useQuery } from '@tanstack/react-query';
import { lagosTime } from '@/payment/days';
import { Balance } from '@/payment/money';
import { type History, monthsQuery } from '@/payment/queries';
import type { Transaction } from '@/payment/types';

interface Props {
  row: Transaction;
  before: Transaction | undefined;
  today: Date;
  /** The filter of the list, which may reach over several months. */
  asked: History;
}

/** The day of a row if it is the first of it; above that the month, where the list reaches over more than one. */
export function DayHeading({ row, before, today, asked }: Props) {
  const time = lagosTime(row.created_at, today);
  const earlier = before && lagosTime(before.created_at, today);
  return (
    <>
      {asked.search && time.month !== earlier?.month && (
        <Month month={time.month} currency={row.currency} asked={asked} />
      )}
      {time.heading !== earlier?.heading && (
        <h3 className="py-1 text-xs font-semibold text-muted">{time.heading}</h3>
      )}
    </>
  );
}

/** A month and its totals in and out, computed by the server. */
function Month(props: { month: string; currency: Transaction['currency']; asked: History }) {
  const { month, currency, asked } = props;
  const months = useQuery(monthsQuery(asked)).data ?? [];
  const sums = months.filter((one) => one.month === month);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-3">
      <h2 className="text-base font-semibold">{month}</h2>
      {sums.map((sum) => (
        <p key={sum.currency} className="text-sm text-muted">
          <span>{`${sums.length > 1 || sum.currency !== currency ? `${sum.currency}: ` : ''}In `}</span>
          <Balance amount={sum.received} currency={sum.currency} />
          <span>{' · Out '}</span>
          <Balance amount={sum.sent} currency={sum.currency} />
        </p>
      ))}
    </div>
  );
}
