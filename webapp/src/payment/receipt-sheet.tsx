import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Sheet } from '@/ui/sheet';
import { transactionQuery } from './queries';
import { Receipt } from './receipt';
import type { Transaction } from './types';

const LOOK_AGAIN_MS = 2000;

interface Props {
  /** Whose receipt; it stays while the sheet closes. */
  transaction: Transaction | null;
  open: boolean;
  onClose: () => void;
  /** What can be done with the transaction, below the receipt. */
  actions?: (transaction: Transaction) => ReactNode;
}

/** A transaction's receipt over the list that it belongs to. */
export function ReceiptSheet({ transaction, open, onClose, actions }: Props) {
  const found = useQuery({
    ...transactionQuery(transaction?.reference ?? ''),
    enabled: open && transaction !== null,
    // Polled until the bank has decided.
    refetchInterval: ({ state }) => (state.data?.status === 'PROCESSING' ? LOOK_AGAIN_MS : false),
  });
  const shown = found.data ?? transaction;
  return (
    <Sheet open={open} onClose={onClose} title="Receipt">
      {shown && <Receipt transaction={shown} />}
      {shown && actions?.(shown)}
    </Sheet>
  );
}
