import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { HistoryItem, textsOf } from '@/payment/history-item';
import { transactionsQuery } from '@/payment/queries';
import { buttonClasses } from '@/ui/button';
import { Page } from '@/ui/page';
import { SearchList } from '@/ui/search-list';
import { Segmented } from '@/ui/segmented';
import { EmptyState } from '@/ui/states';

const KINDS = [
  { value: 'withdraw', label: 'Bank' },
  { value: 'wallet-transfer', label: 'Wallet' },
] as const;

/** Transfers to banks and to wallets. */
export function Withdrawals() {
  const [category, setCategory] = useState<(typeof KINDS)[number]['value']>('withdraw');
  return (
    <Page title="Withdrawals" back="/dashboard">
      <Segmented label="Kind" options={KINDS} value={category} onChange={setCategory}>
        <SearchList
          query={(asked) => transactionsQuery({ category, ...asked })}
          filter={category}
          keyOf={({ reference }) => reference}
          textsOf={textsOf}
          empty={
            <EmptyState title="No entries found">
              <Link to="/dashboard" className={buttonClasses('quiet')}>
                Withdraw funds
              </Link>
            </EmptyState>
          }
        >
          {(transaction) => <HistoryItem transaction={transaction} />}
        </SearchList>
      </Segmented>
    </Page>
  );
}
