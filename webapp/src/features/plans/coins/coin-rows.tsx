import type { ComponentProps, ReactNode } from 'react';
import type { Elements } from '@/lib/elements';
import { Facts } from '@/payment/breakdown';
import { Balance } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { CoinMark } from '@/ui/coin-mark';
import { Gain } from '../common/gain';
import { PlanStatus } from '../common/plan-status';
import type { Subscription } from '../types';

type CoinRow = Subscription['coins'][number];

/** An order at the exchange is under way. */
const stateOf = (status: string): ComponentProps<typeof PlanStatus>['status'] =>
  status === 'TRADING' ? 'PROCESSING' : (status as ComponentProps<typeof PlanStatus>['status']);

/** The coins of a set: the prices paid and received, the present value, and the gain or loss. */
export function CoinRows({ rows, currency }: { rows: CoinRow[]; currency: Currency }) {
  return (
    <ul aria-label="Coins" className="flex flex-col gap-3">
      {rows.map((row) => (
        <li
          key={row.coin}
          className="flex flex-col gap-3 rounded-control border border-line p-[min(1rem,5cqi)]"
        >
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <CoinMark symbol={row.coin} className="size-10!" />
            <p className="min-w-0 grow basis-[min(100%,6rem)] font-semibold break-words">
              <span>{`${row.coin_name} `}</span>
              <span className="text-sm font-medium text-muted">{row.coin}</span>
              <span className="block text-xs font-medium text-muted">{row.name}</span>
            </p>
            <PlanStatus status={stateOf(row.status)} />
          </div>
          <Facts rows={factsOf(row, currency)} />
        </li>
      ))}
    </ul>
  );
}

function factsOf(row: CoinRow, currency: Currency): [string, ReactNode][] {
  const { coin, amount, amount_bought, price_bought, amount_sold, price_sold, value, gain } = row;
  const owns = (figure: string) => <Balance amount={figure} currency={currency} />;
  const at = (quantity: string | null, price: string | null): Elements =>
    quantity !== null && price !== null ? (
      <>
        <span>{`${quantity} ${coin} for `}</span>
        {owns(price)}
      </>
    ) : null;
  const rows: [string, ReactNode][] = [
    ['Put in', owns(amount)],
    ['Bought', at(amount_bought, price_bought)],
    ['Sold', at(amount_sold, price_sold)],
    ['Worth now', value === null ? null : owns(value)],
    ['Gain or loss', gain === null ? null : <Gain key="gain" amount={gain} currency={currency} />],
  ];
  return rows.filter(([, shown]) => shown !== null);
}
