import { type ReactNode, useState } from 'react';
import { Sheet } from '@/ui/sheet';
import { Receipt } from './receipt';
import { TransactionRow } from './transaction-row';
import type { Transaction } from './types';

interface Props {
  transaction: Transaction;
  /** Of the withdraw history: only success has a colour. */
  plain?: boolean;
  /** Below the receipt: what can be done with the transaction. */
  children?: ReactNode;
}

/** One line of the history; it opens the receipt. */
export function HistoryItem({ transaction, plain = false, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="flex w-full"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <TransactionRow transaction={transaction} plain={plain} />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Receipt">
        <Receipt transaction={transaction} />
        {children}
      </Sheet>
    </>
  );
}

/** The texts that a search in the history matches. */
export const textsOf = (row: Transaction) => [
  row.reference,
  row.description,
  row.category,
  row.counterparty?.name,
  row.net_amount,
  row.gross_amount,
];
