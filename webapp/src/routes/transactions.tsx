import { Download } from 'lucide-react';
import { useState } from 'react';
import { evaluate, type RuleInput } from '@/engine';
import { classes } from '@/lib/classes';
import { lagosToday } from '@/lib/today';
import { HistoryItem, textsOf } from '@/payment/history-item';
import { useSaveHistory } from '@/payment/mutations';
import { type History, transactionsQuery } from '@/payment/queries';
import { Button } from '@/ui/button';
import { Page } from '@/ui/page';
import { type Asked, SearchList } from '@/ui/search-list';
import { EmptyState, ListSkeleton } from '@/ui/states';

type Period = RuleInput<'transaction.period'>['period'];
const PERIODS: Period[] = ['last 24hr', '1 week', '30 days'];

export function Transactions() {
  const [period, setPeriod] = useState<Period | null>(null);
  const days = period && evaluate('transaction.period', { period, today: lagosToday() });
  const historyOf = (asked: Asked) => ({ ...asked, ...(days && { from: days.from, to: days.to }) });
  return (
    <Page title="Transactions">
      <SearchList
        query={(asked) => transactionsQuery(historyOf(asked))}
        filter={period ?? ''}
        filters={(asked) => (
          <fieldset className="flex flex-wrap items-center gap-2">
            <legend className="sr-only">Period</legend>
            {PERIODS.map((choice) => (
              <button
                key={choice}
                type="button"
                aria-pressed={period === choice}
                className={classes(
                  'min-h-11 rounded-full px-4 text-sm font-medium',
                  period === choice ? 'bg-accent text-on-accent' : 'bg-sunken',
                )}
                onClick={() => setPeriod(period === choice ? null : choice)}
              >
                {choice}
              </button>
            ))}
            <Export asked={historyOf(asked)} />
          </fieldset>
        )}
        keyOf={({ reference }) => reference}
        textsOf={textsOf}
        waiting={
          <>
            <p className="text-sm text-muted">loading transactions</p>
            <ListSkeleton label="loading transactions" />
          </>
        }
        empty={<EmptyState title="No transaction yet" />}
      >
        {(transaction) => <HistoryItem transaction={transaction} />}
      </SearchList>
    </Page>
  );
}

function Export({ asked }: { asked: History }) {
  const save = useSaveHistory(asked);
  return (
    <Button look="link" className="ms-auto px-2 text-sm" busy={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden className="size-4" /> CSV
    </Button>
  );
}
