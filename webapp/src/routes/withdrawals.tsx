import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { transactionsQuery } from '@/features/wallet/queries';
import { Receipt } from '@/features/wallet/receipt';
import { TransactionRow } from '@/features/wallet/transaction-row';
import { classes } from '@/lib/classes';
import { buttonClasses } from '@/ui/button';
import { TextField } from '@/ui/field';
import { Page } from '@/ui/page';
import { Pager } from '@/ui/pager';
import { EmptyState, ErrorState, ListSkeleton } from '@/ui/states';

const TABS = [
  { label: 'Bank', category: 'withdraw' },
  { label: 'Wallet', category: 'wallet-transfer' },
] as const;

/** What went to banks, and what went to wallets. */
export function Withdrawals() {
  const [category, setCategory] = useState<(typeof TABS)[number]['category']>('withdraw');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<string | null>(null);
  const rows = useQuery(transactionsQuery({ category, search, page }));
  return (
    <Page title="Withdrawals" back="/dashboard">
      <div role="tablist" aria-label="Kind" className="grid grid-cols-2 gap-2 rounded-control bg-sunken p-1">
        {TABS.map((tab) => (
          <button
            key={tab.category}
            type="button"
            role="tab"
            aria-selected={category === tab.category}
            className={classes(
              'min-h-11 rounded-control font-medium',
              category === tab.category && 'bg-raised shadow-raised',
            )}
            onClick={() => {
              setCategory(tab.category);
              setPage(1);
            }}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <TextField
        label="Search"
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {rows.isPending && <ListSkeleton />}
      {rows.isError && <ErrorState message={rows.error.message} onRetry={() => void rows.refetch()} />}
      {rows.data?.data.length === 0 && (
        <EmptyState title="No entries found">
          <Link to="/dashboard" className={buttonClasses('quiet')}>
            Withdraw funds
          </Link>
        </EmptyState>
      )}
      <ul className="flex flex-col gap-2">
        {rows.data?.data.map((transaction) => {
          const open = opened === transaction.reference;
          return (
            <li key={transaction.reference} className="rounded-card bg-raised p-4">
              <button
                type="button"
                className="flex w-full"
                aria-expanded={open}
                onClick={() => setOpened(open ? null : transaction.reference)}
              >
                <TransactionRow transaction={transaction} />
              </button>
              {open && (
                <div className="pt-4">
                  <Receipt transaction={transaction} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {rows.data && <Pager page={page} last={rows.data.last_page} onPage={setPage} />}
    </Page>
  );
}
