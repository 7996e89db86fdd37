import { useState } from 'react';
import { Receipt } from './receipt';
import { TransactionRow } from './transaction-row';
import type { Transaction } from './types';

/** One line of the history, which opens to its receipt. */
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

/** What a search among the transactions on the screen looks at. */
export const textsOf = (row: Transaction) => [
  row.reference,
  row.description,
  row.category,
  row.counterparty?.name,
  row.net_amount,
  row.gross_amount,
];
