import { Download } from 'lucide-react';
import { useState } from 'react';
import { evaluate, type RuleInput } from '@/engine';
import { classes } from '@/lib/classes';
import { HistoryItem, textsOf } from '@/payment/history-item';
import { useSaveHistory } from '@/payment/mutations';
import { type History, transactionsQuery } from '@/payment/queries';
import { Button } from '@/ui/button';
import { type Asked, DataTable } from '@/ui/data-table';
import { Page } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';

type Period = RuleInput<'transaction.period'>['period'];
const PERIODS: Period[] = ['last 24hr', '1 week', '30 days'];

export function Transactions() {
  // A period ends when its button is pressed.
  const [chosen, setChosen] = useState<{ period: Period; now: string } | null>(null);
  const period = chosen?.period ?? null;
  const bounds = chosen && evaluate('transaction.period', chosen);
  const historyOf = (asked: Asked) => ({
    ...asked,
    ...(bounds && { from: bounds.from, ...(bounds.to && { to: bounds.to }) }),
  });
  return (
    <Page title="Transactions">
      <DataTable
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
                onClick={() =>
                  setChosen(period === choice ? null : { period: choice, now: new Date().toISOString() })
                }
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
      </DataTable>
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
