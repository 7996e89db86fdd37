import { TransactionRow } from './transaction-row';
import type { Transaction } from './types';

interface Props {
  transaction: Transaction;
  /** For the withdraw history: only success has a colour. */
  plain?: boolean;
  /** The day is shown above the row. */
  dated?: boolean;
  /** Opens the receipt. */
  onOpen: (chosen: { reference: string; known: Transaction }) => void;
}

/** One line of the history; it opens the receipt. */
export function HistoryItem({ transaction, plain = false, dated = false, onOpen }: Props) {
  return (
    <button
      type="button"
      className="flex w-full"
      aria-haspopup="dialog"
      onClick={() => onOpen({ reference: transaction.reference, known: transaction })}
    >
      <TransactionRow transaction={transaction} plain={plain} dated={dated} />
    </button>
  );
}

/** The texts matched by a search in the history; the server matches the same (`payment/statement/store.rs`). */
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
