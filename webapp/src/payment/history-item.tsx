import { useState } from 'react';
import { Receipt } from './receipt';
import { TransactionRow } from './transaction-row';
import type { Transaction } from './types';

interface Props {
  transaction: Transaction;
  /** Of the withdraw history: only success has a colour. */
  plain?: boolean;
}

/** One line of the history; it expands to the receipt. */
export function HistoryItem({ transaction, plain = false }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="flex w-full" aria-expanded={open} onClick={() => setOpen(!open)}>
        <TransactionRow transaction={transaction} plain={plain} />
      </button>
      {open && (
        <div className="pt-4">
          <Receipt transaction={transaction} />
        </div>
      )}
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
