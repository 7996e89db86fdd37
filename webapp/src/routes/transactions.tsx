import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import { evaluate, type RuleInput } from '@/engine';
import { chatQuery } from '@/features/community/queries';
import { classes } from '@/lib/classes';
import { now } from '@/lib/clock';
import { keepUnsent, unsentOf } from '@/lib/unsent';
import { lagosTime } from '@/payment/days';
import { HistoryItem, textsOf } from '@/payment/history-item';
import { Balance } from '@/payment/money';
import { useSaveHistory } from '@/payment/mutations';
import { type History, monthsQuery, transactionKeys, transactionsQuery } from '@/payment/queries';
import type { Transaction } from '@/payment/types';
import { useReceipt } from '@/payment/use-receipt';
import { Button, buttonClasses } from '@/ui/button';
import { type Asked, DataTable } from '@/ui/data-table';
import { Page } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { SendAgain } from './send-again';

type Period = RuleInput<'transaction.period'>['period'];
const PERIODS: Period[] = ['last 24hr', '1 week', '30 days'];

/** Kinds of transactions, with their query parameters. */
const KINDS = {
  In: { type: 'CREDIT' },
  Out: { type: 'DEBIT' },
  Failed: { status: 'FAILED' },
} as const satisfies Record<string, History>;
type Kind = keyof typeof KINDS;

export function Transactions() {
  // A period ends when its button is pressed.
  const [chosen, setChosen] = useState<{ period: Period; now: string } | null>(null);
  const [kind, setKind] = useState<Kind | null>(null);
  const queries = useQueryClient();
  const receipt = useReceipt((shown) => (
    <>
      <SendAgain transaction={shown} />
      <Report reference={shown.reference} />
    </>
  ));
  const period = chosen?.period ?? null;
  const bounds = chosen && evaluate('transaction.period', chosen);
  const historyOf = (asked: Asked): History => ({
    ...asked,
    ...(bounds && { from: bounds.from, ...(bounds.to && { to: bounds.to }) }),
    ...(kind && KINDS[kind]),
  });
  const today = now();
  const heading = (row: Transaction, before: Transaction | undefined, asked: Asked) => {
    const time = lagosTime(row.created_at, today);
    const earlier = before && lagosTime(before.created_at, today);
    return (
      <>
        {time.month !== earlier?.month && (
          <Month month={time.month} currency={row.currency} asked={historyOf(asked)} />
        )}
        {time.heading !== earlier?.heading && (
          <h3 className="pt-2 pb-1 text-sm font-semibold text-muted">{time.heading}</h3>
        )}
      </>
    );
  };
  /** Cached rows, for example of the dashboard's list, to show while offline. */
  const known = () =>
    queries
      .getQueriesData<{ data: Transaction[] }>({ queryKey: [...transactionKeys.all, 'list'] })
      .map(([, page]) => page?.data)
      .find((rows) => rows !== undefined);
  return (
    <Page title="Transaction">
      <DataTable
        sticky
        query={(asked) => transactionsQuery(historyOf(asked))}
        filter={`${period ?? ''} ${kind ?? ''}`.trim()}
        filters={(asked) => (
          <div className="relative -mx-gutter flex gap-2 overflow-x-auto px-gutter py-1 [scrollbar-width:none]">
            <fieldset className="flex shrink-0 gap-2">
              <legend className="sr-only">Period</legend>
              {PERIODS.map((choice) => (
                <Chip
                  key={choice}
                  label={choice}
                  pressed={period === choice}
                  onClick={() =>
                    setChosen(period === choice ? null : { period: choice, now: now().toISOString() })
                  }
                />
              ))}
            </fieldset>
            <fieldset className="flex shrink-0 gap-2">
              <legend className="sr-only">Kind</legend>
              {(Object.keys(KINDS) as Kind[]).map((choice) => (
                <Chip
                  key={choice}
                  label={choice}
                  pressed={kind === choice}
                  onClick={() => setKind(kind === choice ? null : choice)}
                />
              ))}
            </fieldset>
            <Export asked={historyOf(asked)} />
          </div>
        )}
        keyOf={({ reference }) => reference}
        textsOf={textsOf}
        known={known}
        rowClass="rounded-card bg-raised px-4"
        above={heading}
        waiting={
          <>
            <p className="text-sm text-muted">loading transactions</p>
            <ListSkeleton label="loading transactions" />
          </>
        }
        empty={<EmptyState title="No transaction yet" />}
        nothing={(search, clear) => (
          <EmptyState title={`Nothing matches “${search}”`}>
            <Button look="quiet" onClick={clear}>
              Clear search
            </Button>
          </EmptyState>
        )}
      >
        {(transaction) => <HistoryItem dated transaction={transaction} onOpen={receipt.show} />}
      </DataTable>
      {receipt.sheet}
    </Page>
  );
}

function Chip({ label, pressed, onClick }: { label: string; pressed: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={classes(
        'min-h-11 shrink-0 rounded-full px-4 text-sm font-medium whitespace-nowrap',
        pressed ? 'bg-accent text-on-accent' : 'bg-sunken',
      )}
      onClick={onClick}
    >
      {label}
    </button>
  );
}

/** A month and its totals in and out, computed by the server. */
function Month(props: { month: string; currency: Transaction['currency']; asked: History }) {
  const { month, currency, asked } = props;
  const months = useQuery(monthsQuery(asked)).data ?? [];
  const sums = months.filter((one) => one.month === month);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-3">
      <h2 className="text-lg font-semibold">{month}</h2>
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

/** Opens the chat with the payment's reference filled in. */
function Report({ reference }: { reference: string }) {
  const chat = useQuery(chatQuery);
  const channel = chat.data?.channels.find(({ kind }) => kind === 'support')?.channel;
  return (
    <Link
      to="/chat"
      className={buttonClasses('link', true)}
      onClick={() => {
        if (channel === undefined) return;
        const text = unsentOf(channel, 'text', '');
        if (text.includes(reference)) return;
        keepUnsent(channel, 'text', `${text}About the payment ${reference}: `);
      }}
    >
      <MessageCircleQuestion aria-hidden className="size-5" />
      <span>Report a problem</span>
    </Link>
  );
}

function Export({ asked }: { asked: History }) {
  const save = useSaveHistory(asked);
  return (
    <Button
      look="link"
      className="ms-auto shrink-0 px-2 text-sm"
      busy={save.isPending}
      onClick={() => save.mutate()}
    >
      <Download aria-hidden className="size-4" />
      <span>{'Export '}</span>
      <span className="sr-only">as CSV</span>
    </Button>
  );
}
