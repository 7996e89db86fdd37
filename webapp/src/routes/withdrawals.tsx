import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '@/api/use-session';
import { withdrawalsQuery } from '@/features/wallet/queries';
import { TransferSheet } from '@/features/wallet/transfer-sheet';
import { WithdrawalItem } from '@/features/wallet/withdrawal-item';
import { forgetKept } from '@/lib/kept';
import { HistoryItem, textsOf } from '@/payment/history-item';
import { accountsQuery, transactionsQuery } from '@/payment/queries';
import { resultOf } from '@/payment/result';
import type { Transaction } from '@/payment/types';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { buttonClasses } from '@/ui/button';
import { useBrandName } from '@/ui/configuration';
import { DataTable } from '@/ui/data-table';
import { Page } from '@/ui/page';
import { Segmented } from '@/ui/segmented';
import { EmptyState } from '@/ui/states';

const KINDS = [
  { value: 'withdraw', label: 'Bank' },
  { value: 'wallet-transfer', label: 'Wallet' },
] as const;

/** Transfers to banks and to wallets. */
export function Withdrawals() {
  const [category, setCategory] = useState<(typeof KINDS)[number]['value']>('withdraw');
  const transfer = useTransfer();
  const empty = <Empty onWithdraw={transfer.open} />;
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

/** The sheet of a transfer from the main wallet, and what opens it. */
function useTransfer() {
  const navigate = useNavigate();
  const product = useBrandName() ?? 'Ajo';
  const accounts = useQuery(accountsQuery).data;
  // A closed flow starts from the beginning.
  const [flow, setFlow] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const paid = (transaction: Transaction) => {
    setOpen(false);
    void navigate(resultOf(transaction));
  };
  useUnfinishedPayment(paid);
  const wallet = accounts?.wallets.find(({ base_currency }) => base_currency === accounts.total.currency);
  const open = () => {
    setFlow(flow + 1);
    forgetKept('transfer.');
    setOpen(true);
  };
  const sheet = wallet && (
    <TransferSheet
      key={flow}
      open={isOpen}
      onClose={() => setOpen(false)}
      onPaid={paid}
      wallet={wallet}
      product={product}
    />
  );
  return { open, sheet };
}
