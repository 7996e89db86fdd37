import { Bot } from 'lucide-react';
import { momentOf } from '@/payment/days';
import { OwnFigure, useVisible } from '@/payment/money';
import { DataTable } from '@/ui/data-table';
import { EmptyState } from '@/ui/states';
import { type AutoTradeOrder, autoTradeOrdersQuery } from './auto-trade-queries';
import { shownFigure } from './figures';

/** Display names of the server's states. */
const STATUS: Record<string, string> = {
  refused: 'Not traded',
  initiated: 'About to be sent',
  sent: 'Sent',
  filled: 'Bought',
  partial: 'Bought in part',
  unfilled: 'Not filled',
  rejected: 'Rejected by Binance',
  dropped: 'Stopped',
  lost: 'Never received',
  unknown: 'Unknown',
};

/** Reasons whose text reveals the user's balance at the exchange, or the rest of the daily cap. */
const OWN = ['not_enough_balance', 'day_cap_reached'];

/** The outcomes of signals: every order, and the reason if there was none. */
export function AutoTradeOrders() {
  return (
    <section className="flex flex-col gap-3" aria-labelledby="automatic-trades">
      <h2 id="automatic-trades" className="text-lg font-semibold">
        Automatic trades
      </h2>
      <DataTable
        table="part"
        query={({ page, per_page }) => autoTradeOrdersQuery({ page, per_page })}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon={<Bot aria-hidden className="size-6" />} title="No automatic trades yet">
            <p className="text-sm text-muted">
              Orders are listed here with their reasons, and signals that were not traded.
            </p>
          </EmptyState>
        }
      >
        {(order) => <OrderRow order={order} />}
      </DataTable>
    </section>
  );
}

function OrderRow({ order }: { order: AutoTradeOrder }) {
  const { coin, status, reason, message, quantity, filled, spent, created_at, is_open } = order;
  const visible = useVisible() || !OWN.includes(reason);
  return (
    <article className="flex flex-col gap-1" aria-label={`${coin}: ${STATUS[status] ?? status}`}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong>{coin}</strong>
        <span className="text-sm font-medium">{STATUS[status] ?? status}</span>
      </p>
      <p className="text-sm">{visible ? message : 'Balances are hidden.'}</p>
      {quantity !== null && (
        <p className="figures text-sm text-muted">
          <OwnFigure text={`${shownFigure(filled ?? '0')} of ${shownFigure(quantity)} ${coin}`} />
          <span>{`, ${is_open ? 'up to ' : ''}`}</span>
          <OwnFigure text={`${shownFigure(spent ?? '0')} USDT`} />
        </p>
      )}
      <p className="text-xs text-muted">{momentOf(created_at)}</p>
    </article>
  );
}
