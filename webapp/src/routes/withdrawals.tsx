import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '@/api/use-session';
import { withdrawalsQuery } from '@/features/wallet/queries';
import { WithdrawalItem } from '@/features/wallet/withdrawal-item';
import { HistoryItem, textsOf } from '@/payment/history-item';
import { transactionsQuery } from '@/payment/queries';
import { buttonClasses } from '@/ui/button';
import { DataTable } from '@/ui/data-table';
import { Page } from '@/ui/page';
import { Segmented } from '@/ui/segmented';
import { EmptyState } from '@/ui/states';
import { useTransfer } from './use-transfer';

const KINDS = [
  { value: 'withdraw', label: 'Bank' },
  { value: 'wallet-transfer', label: 'Wallet' },
] as const;

/** Transfers to banks and to wallets. */
export function Withdrawals() {
  const [category, setCategory] = useState<(typeof KINDS)[number]['value']>('withdraw');
  const transfer = useTransfer();
  const empty = <Empty onWithdraw={() => transfer.open()} />;
  return (
    <Page title="Withdrawals" back="/dashboard">
      <Segmented label="Kind" options={KINDS} value={category} onChange={setCategory}>
        {category === 'withdraw' ? (
          <DataTable
            key={category}
            query={withdrawalsQuery}
            keyOf={({ reference }) => reference}
            textsOf={(row) => [row.reference, row.comment, row.amount, row.currency, row.status]}
            empty={empty}
          >
            {(withdrawal) => <WithdrawalItem withdrawal={withdrawal} />}
          </DataTable>
        ) : (
          <DataTable
            key={category}
            query={(asked) => transactionsQuery({ category, ...asked })}
            keyOf={({ reference }) => reference}
            textsOf={textsOf}
            empty={empty}
          >
            {(transaction) => <HistoryItem transaction={transaction} plain />}
          </DataTable>
        )}
      </Segmented>
      {transfer.sheet}
    </Page>
  );
}

/** Nothing was sent yet, or nothing found: the link opens a transfer on this page. */
function Empty({ onWithdraw }: { onWithdraw: () => void }) {
  const restricted = useUser()?.restricted ?? true;
  return (
    <EmptyState title="No entries found">
      {!restricted && (
        <Link to="/withdraw" className={buttonClasses('quiet')} onClick={onWithdraw}>
          Withdraw funds
        </Link>
      )}
    </EmptyState>
  );
}
