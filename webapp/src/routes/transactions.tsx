import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { download } from '@/api/client';
import { evaluate, type RuleInput } from '@/engine';
import { transactionsQuery } from '@/features/wallet/queries';
import { Receipt } from '@/features/wallet/receipt';
import { TransactionRow } from '@/features/wallet/transaction-row';
import type { Transaction } from '@/features/wallet/types';
import { classes } from '@/lib/classes';
import { lagosToday } from '@/lib/today';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { Page } from '@/ui/page';
import { Pager } from '@/ui/pager';
import { EmptyState, ErrorState, ListSkeleton } from '@/ui/states';

type Period = RuleInput<'transaction.period'>['period'];
const PERIODS: Period[] = ['last 24hr', '1 week', '30 days'];
const RELOAD_AFTER_MS = 2000;

export function Transactions() {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [period, setPeriod] = useState<Period | null>(null);
  const [page, setPage] = useState(1);
  // What is typed filters at once what is there; the server is asked two seconds later.
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(() => {
      setSearch(typed);
      setPage(1);
    }, RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, search]);
  const days = period && evaluate('transaction.period', { period, today: lagosToday() });
  const asked = { search, page, ...(days && { from: days.from, to: days.to }) };
  const history = useQuery({ ...transactionsQuery(asked), placeholderData: (kept) => kept });
  const rows = (history.data?.data ?? []).filter((row) => matches(row, typed));
  return (
    <Page title="Transactions">
      <TextField
        label="Search"
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
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
            onClick={() => {
              setPeriod(period === choice ? null : choice);
              setPage(1);
            }}
          >
            {choice}
          </button>
        ))}
        <Export asked={asked} />
      </fieldset>
      {history.isPending && (
        <>
          <p className="text-sm text-muted">loading transactions</p>
          <ListSkeleton label="loading transactions" />
        </>
      )}
      {history.isError && (
        <ErrorState message={history.error.message} onRetry={() => void history.refetch()} />
      )}
      {history.isSuccess && rows.length === 0 && <EmptyState title="No transaction yet" />}
      <ul className="flex flex-col gap-2">
        {rows.map((transaction) => (
          <Expandable key={transaction.reference} transaction={transaction} />
        ))}
      </ul>
      {history.data && <Pager page={page} last={history.data.last_page} onPage={setPage} />}
    </Page>
  );
}

function matches(row: Transaction, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  const text = [
    row.reference,
    row.description,
    row.category,
    row.counterparty?.name,
    row.net_amount,
    row.gross_amount,
  ];
  return wanted === '' || text.some((part) => part?.toLowerCase().includes(wanted));
}

function Expandable({ transaction }: { transaction: Transaction }) {
  const [open, setOpen] = useState(false);
  return (
    <li className="rounded-card bg-raised p-4">
      <button type="button" className="flex w-full" aria-expanded={open} onClick={() => setOpen(!open)}>
        <TransactionRow transaction={transaction} />
      </button>
      {open && (
        <div className="pt-4">
          <Receipt transaction={transaction} />
        </div>
      )}
    </li>
  );
}

function Export({ asked }: { asked: Record<string, string | number> }) {
  const save = useMutation({
    mutationFn: () => download('/transaction/me.csv', { query: asked }),
    onSuccess: (file) => {
      const address = URL.createObjectURL(file);
      const link = document.createElement('a');
      link.href = address;
      link.download = 'transactions.csv';
      link.click();
      URL.revokeObjectURL(address);
    },
  });
  return (
    <Button look="link" className="ms-auto px-2 text-sm" busy={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden className="size-4" /> CSV
    </Button>
  );
}
