import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { evaluate } from '@/engine';
import { now } from '@/lib/clock';
import { HistoryItem, textsOf, wantedOf } from '@/payment/history-item';
import { flowsQuery, type History, transactionKeys, transactionsQuery } from '@/payment/queries';
import type { Transaction } from '@/payment/types';
import { useReceiptBeside } from '@/payment/use-receipt';
import { Button } from '@/ui/button';
import { type Asked, DataTable } from '@/ui/data-table';
import { Page } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { DayHeading } from './history/day-heading';
import type { ChosenFlow } from './history/flows';
import type { Month } from './history/month-pager';
import { Overview } from './history/overview';
import { KINDS, type Kind, type Period, PeriodFilters } from './history/period-filters';
import { receiptActions } from './receipt-actions';

/** The month of an instant, `2026-11`. */
const monthAt = (at: string) => evaluate('transaction.month', { month: null, since: null, now: at }).month;

const emptyTitle = ({ name, previous }: Month, isPeriod: boolean) => {
  if (isPeriod) return 'No transaction in this period';
  return previous === null ? 'No transaction yet' : `Nothing in ${name}`;
};

export function Transactions() {
  const [wanted, setWanted] = useState<string | null>(null);
  // A period ends when its button is pressed.
  const [chosen, setChosen] = useState<{ period: Period; now: string } | null>(null);
  const [kind, setKind] = useState<Kind | null>(null);
  const [flow, setFlow] = useState<ChosenFlow | null>(null);
  const queries = useQueryClient();
  const receipt = useReceiptBeside(receiptActions);
  const today = now();
  const shown = (since: string | null) =>
    evaluate('transaction.month', { month: wanted, since, now: today.toISOString() });
  const { from, to, month: monthKey } = shown(null);
  const bounds = chosen ? evaluate('transaction.period', chosen) : { from, to };
  const period: History = { from: bounds.from, ...(bounds.to && { to: bounds.to }) };
  const ofKind: History = kind ? KINDS[kind] : {};
  // Other filters do not change since when there are transactions.
  const month = shown(useQuery(flowsQuery(period)).data?.since ?? null);
  const show = (next: string) => {
    setWanted(next);
    setChosen(null);
    setFlow(null);
  };
  const clear = () => {
    setKind(null);
    setFlow(null);
  };
  /** A search reaches over all months. */
  const listed = (asked: Asked): History => ({
    ...ofKind,
    ...(!asked.search && { ...period, ...flow }),
    ...asked,
  });
  /** Cached rows, for example of the dashboard's list, to show while offline. */
  const known = () =>
    queries
      .getQueriesData<{ data: Transaction[] }>({ queryKey: [...transactionKeys.all, 'list'] })
      .map(([, page]) => page?.data.filter(({ created_at }) => monthAt(created_at) === monthKey))
      .find((rows) => rows?.length);
  return (
    <Page title="Transaction" wide>
      <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div data-in-order className="flex min-w-0 flex-col gap-5">
          <DataTable
            sticky
            query={(asked) => transactionsQuery(listed(asked))}
            filter={[wanted, chosen?.period, kind, flow?.currency, flow?.flow].filter(Boolean).join(' ')}
            lead={(_, typed) =>
              typed ? (
                <h2 className="flex min-h-11 items-center justify-center text-lg font-semibold">
                  All months
                </h2>
              ) : (
                <Overview
                  title={chosen?.period ?? month.name}
                  month={month}
                  onMonth={show}
                  asked={period}
                  saved={{ ...period, ...ofKind, ...flow }}
                  flow={flow}
                  onFlow={setFlow}
                />
              )
            }
            filters={() => (
              <PeriodFilters
                period={chosen?.period ?? null}
                onPeriod={(next) => {
                  setChosen(next && { period: next, now: now().toISOString() });
                  setFlow(null);
                }}
                kind={kind}
                onKind={setKind}
              />
            )}
            keyOf={({ reference }) => reference}
            textsOf={textsOf}
            wantedOf={wantedOf}
            known={known}
            listClass="flex flex-col rounded-card bg-raised px-4 py-3 shadow-raised"
            rowClass=""
            above={(row, before, asked) => (
              <DayHeading row={row} before={before} today={today} asked={listed(asked)} />
            )}
            waiting={
              <>
                <p className="text-sm text-muted">loading transactions</p>
                <ListSkeleton label="loading transactions" />
              </>
            }
            empty={
              kind || flow ? (
                <EmptyState drawing="nothing-found" title="Nothing matches this filter">
                  <Button look="quiet" onClick={clear}>
                    Clear filter
                  </Button>
                </EmptyState>
              ) : (
                <EmptyState title={emptyTitle(month, chosen !== null)}>
                  {month.previous !== null && !chosen && (
                    <Button look="quiet" onClick={() => month.previous !== null && show(month.previous)}>
                      See the month before
                    </Button>
                  )}
                </EmptyState>
              )
            }
            nothing={(search, clearSearch) => (
              <EmptyState drawing="nothing-found" title={`Nothing matches “${search}”`}>
                <Button look="quiet" onClick={clearSearch}>
                  Clear search
                </Button>
              </EmptyState>
            )}
          >
            {(transaction) => (
              <HistoryItem
                dated
                transaction={transaction}
                beside={receipt.isShown(transaction.reference)}
                onOpen={receipt.show}
              />
            )}
          </DataTable>
        </div>
        {receipt.beside}
      </div>
      {receipt.sheet}
    </Page>
  );
}
