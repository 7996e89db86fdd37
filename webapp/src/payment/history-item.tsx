import { useState } from 'react';
import { Receipt } from './receipt';
import { TransactionRow } from './transaction-row';
import type { Transaction } from './types';

/** One line of the history; it expands to the receipt. */
export function HistoryItem({ transaction }: { transaction: Transaction }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="flex w-full" aria-expanded={open} onClick={() => setOpen(!open)}>
        <TransactionRow transaction={transaction} />
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
