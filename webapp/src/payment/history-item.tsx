import { type ReactNode, useState } from 'react';
import { ReceiptSheet } from './receipt-sheet';
import { TransactionRow } from './transaction-row';
import type { Transaction } from './types';

interface Props {
  transaction: Transaction;
  /** Of the withdraw history: only success has a colour. */
  plain?: boolean;
  /** The day stands above the row. */
  dated?: boolean;
  /** What can be done with the transaction, below the receipt. */
  actions?: (transaction: Transaction) => ReactNode;
}

/** One line of the history; it opens the receipt. */
export function HistoryItem({ transaction, plain = false, dated = false, actions }: Props) {
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
        <TransactionRow transaction={transaction} plain={plain} dated={dated} />
      </button>
      <ReceiptSheet
        reference={transaction.reference}
        known={transaction}
        open={open}
        onClose={() => setOpen(false)}
        {...(actions && { actions })}
      />
    </>
  );
}

/** The texts that a search in the history matches; the server matches the same (`payment/statement/store.rs`). */
export const textsOf = (row: Transaction) => [
  row.reference,
  row.description,
  row.category,
  row.type,
  row.status,
  row.counterparty?.name,
  row.counterparty?.account_number ?? row.counterparty?.wallet_number,
  row.comment,
  row.currency,
  row.net_amount,
  row.gross_amount,
];
