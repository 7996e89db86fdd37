import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '@/api/use-session';
import { withdrawalsQuery } from '@/features/wallet/queries';
import { WithdrawalItem } from '@/features/wallet/withdrawal-item';
import { HistoryItem, textsOf, wantedOf } from '@/payment/history-item';
import { transactionsQuery } from '@/payment/queries';
import { useReceipt } from '@/payment/use-receipt';
import { buttonClasses } from '@/ui/button';
import { useServices } from '@/ui/configuration';
import { DataTable } from '@/ui/data-table';
import { Page } from '@/ui/page';
import { Segmented } from '@/ui/segmented';
import { EmptyState } from '@/ui/states';
import { receiptActions } from './receipt-actions';
import { useTransfer } from './use-transfer';

const KINDS = [
  { value: 'withdraw', label: 'Bank' },
  { value: 'wallet-transfer', label: 'Wallet' },
] as const;

/** Transfers to banks and to wallets. */
export function Withdrawals() {
  const [category, setCategory] = useState<(typeof KINDS)[number]['value']>('withdraw');
  const transfer = useTransfer();
  const receipt = useReceipt(receiptActions);
  const send = <WithdrawLink onWithdraw={() => transfer.open()} />;
  return (
    <Page title="Withdrawals" back="/dashboard">
      <div className="flex flex-wrap gap-3 [&>*]:grow">
        {send}
        <SellLink />
      </div>
      <Segmented label="Kind" options={KINDS} value={category} onChange={setCategory}>
        {category === 'withdraw' ? (
          <DataTable
            key={category}
            query={withdrawalsQuery}
            keyOf={({ reference }) => reference}
            textsOf={(row) => [
              row.reference,
              row.counterparty?.name,
              row.counterparty?.account_number,
              row.comment,
              row.amount,
              row.currency,
              row.status,
            ]}
            wantedOf={wantedOf}
            empty={<EmptyState title="No entries found">{send}</EmptyState>}
          >
            {(withdrawal) => <WithdrawalItem withdrawal={withdrawal} onOpen={receipt.show} />}
          </DataTable>
        ) : (
          <DataTable
            key={category}
            query={(asked) => transactionsQuery({ category, ...asked })}
            keyOf={({ reference }) => reference}
            textsOf={textsOf}
            wantedOf={wantedOf}
            empty={
              <EmptyState title="No entries found">
                <SellLink />
              </EmptyState>
            }
          >
            {(transaction) => <HistoryItem transaction={transaction} plain onOpen={receipt.show} />}
          </DataTable>
        )}
      </Segmented>
      {transfer.sheet}
      {receipt.sheet}
    </Page>
  );
}

/** Opens a transfer on this page. */
function WithdrawLink({ onWithdraw }: { onWithdraw: () => void }) {
  const restricted = useUser()?.restricted ?? true;
  if (restricted) return null;
  return (
    <Link to="/withdraw" className={buttonClasses('quiet')} onClick={onWithdraw}>
      Withdraw funds
    </Link>
  );
}

function SellLink() {
  const has = useServices();
  if (!has('coins')) return null;
  return (
    <Link to="/wallet" className={buttonClasses('quiet')}>
      Sell coin
    </Link>
  );
}
