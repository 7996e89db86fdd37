import { evaluate } from '@/engine';
import { classes } from '@/lib/classes';
import { TransactionRow } from './transaction-row';
import type { Transaction } from './types';

interface Props {
  transaction: Transaction;
  /** For the withdraw history: only success has a colour. */
  plain?: boolean;
  /** The day is shown above the row. */
  dated?: boolean;
  /** The receipt is beside the list; whether it is this one's. */
  beside?: boolean | undefined;
  /** Opens the receipt. */
  onOpen: (chosen: { reference: string; known: Transaction }) => void;
}

/** One line of the history; it opens the receipt. */
export function HistoryItem({ transaction, plain = false, dated = false, beside, onOpen }: Props) {
  return (
    <button
      type="button"
      className={classes(
        'flex rounded-control',
        beside === undefined ? 'w-full' : '-mx-2 w-[calc(100%+1rem)] px-2',
        beside && 'bg-accent-soft',
      )}
      aria-haspopup={beside === undefined ? 'dialog' : undefined}
      aria-current={beside || undefined}
      onClick={() => onOpen({ reference: transaction.reference, known: transaction })}
    >
      <TransactionRow transaction={transaction} plain={plain} dated={dated} />
    </button>
  );
}

/** The texts that a typed search in the history looks for. */
export function wantedOf(search: string): string[] {
  const { text, amount } = evaluate('transaction.search', { search });
  return [text, amount];
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
