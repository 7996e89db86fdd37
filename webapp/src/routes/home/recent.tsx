import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { now } from '@/lib/clock';
import { byDay } from '@/payment/days';
import { TransactionRow } from '@/payment/transaction-row';
import type { Transaction } from '@/payment/types';
import { useReceipt } from '@/payment/use-receipt';
import { Button } from '@/ui/button';
import { Loaded, type Query } from '@/ui/loaded';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { receiptActions } from '../receipt-actions';

/** Rows on the dashboard. */
export const SHOWN = 5;

/** The newest transactions, day by day; each opens its receipt. */
export function Recent({ query }: { query: Query<{ data: Transaction[] }> }) {
  const navigate = useNavigate();
  const receipt = useReceipt(receiptActions);
  const rows: Query<Transaction[]> = { ...query, data: query.data?.data };
  return (
    <section className="flex flex-col gap-3" aria-labelledby="recent">
      <div className="-my-2 flex flex-wrap items-center justify-between gap-x-3">
        <h2 id="recent" className="text-lg font-semibold">
          Recent transactions
        </h2>
        {rows.data?.length !== 0 && (
          <Link
            to="/transaction"
            className="ms-auto -me-2 flex min-h-11 shrink-0 items-center gap-1 rounded-control px-2 text-sm font-semibold text-accent-text"
          >
            <span>{'see more '}</span>
            <ChevronRight aria-hidden className="size-4 rtl:rotate-180" />
          </Link>
        )}
      </div>
      <Loaded
        query={rows}
        polled
        waiting={<ListSkeleton rows={3} label="loading transactions" />}
        empty={
          <EmptyState title="No transaction yet">
            <Button look="quiet" onClick={() => void navigate({ to: '/bank-transfer' })}>
              Fund your wallet
            </Button>
          </EmptyState>
        }
      >
        {(transactions) => (
          <div className="flex flex-col gap-1 rounded-card bg-raised px-4 py-2 low:py-0 shadow-raised">
            {byDay(transactions, now()).map(({ day, rows: ofDay }) => (
              <section key={day} aria-label={day}>
                <h3 className="py-1 text-xs font-semibold text-muted">{day}</h3>
                <ul>
                  {ofDay.map((transaction) => (
                    <li key={transaction.reference}>
                      <button
                        type="button"
                        className="flex w-full rounded-control"
                        aria-haspopup="dialog"
                        onClick={() => receipt.show({ reference: transaction.reference, known: transaction })}
                      >
                        <TransactionRow transaction={transaction} dated />
                      </button>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </Loaded>
      {receipt.sheet}
    </section>
  );
}
