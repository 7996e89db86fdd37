import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { evaluate } from '@/engine';
import { classes } from '@/lib/classes';
import { PersonDisc } from '@/ui/person-disc';
import { momentOf, timeOf } from './days';
import { categoryLabel } from './kinds';
import { Balance } from './money';
import { StatusChip } from './status-chip';
import type { Transaction } from './types';

interface Props {
  transaction: Transaction;
  /** For the withdraw summary: only success has a colour, and reference, amount and charge are listed below. */
  plain?: boolean;
  /** The day is shown above the row. */
  dated?: boolean;
}

/** A transaction: the other side, its purpose and time, and the amount. */
export function TransactionRow({ transaction, plain = false, dated = false }: Props) {
  const { counterparty, category, created_at, status, currency } = transaction;
  const credit = transaction.type === 'CREDIT';
  const came = credit && evaluate('status.label', { status }).tone === 'success';
  const failed = evaluate('status.label', { status }).tone === 'danger';
  const name = counterparty?.name ?? categoryLabel(category);
  const note = transaction.description || categoryLabel(category);
  return (
    <span className="flex min-h-16 w-full min-w-0 items-center gap-3 py-2 text-start">
      <Disc name={counterparty?.name} credit={credit} />
      <span className="flex min-w-0 grow flex-col">
        {/* If the amount leaves no room for the name, it moves below. */}
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 grow basis-[4.5rem] truncate font-semibold">{name}</span>
          <span
            className={classes(
              'ms-auto text-[min(1rem,6vw)] font-semibold',
              came && 'text-positive',
              failed && 'text-muted line-through',
            )}
          >
            <span className="sr-only">{`${credit ? 'received' : 'sent'} `}</span>
            <bdi dir="ltr" className="whitespace-nowrap">
              <span aria-hidden>{credit ? '+' : '−'}</span>
              <Balance amount={transaction.net_amount} currency={currency} />
            </bdi>
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="flex min-w-0 grow basis-[6rem] text-xs text-muted">
            {/* The note shrinks first; only then does the time wrap. */}
            <span className="shrink-[999] truncate">{note}</span>
            <span aria-hidden className="px-1">
              ·
            </span>
            <time dateTime={created_at} className={dated ? 'shrink-0' : 'min-w-0'}>
              {dated ? timeOf(created_at) : momentOf(created_at)}
            </time>
          </span>
          <StatusChip status={status} plain={plain} />
        </span>
        {plain && (
          <span className="figures flex flex-wrap gap-x-3 text-xs wrap-anywhere text-muted">
            <span>
              <span>{'Amount '}</span>
              <Balance amount={transaction.gross_amount} currency={currency} />
            </span>
            <span>
              <span>{'Charge '}</span>
              <Balance amount={transaction.charge} currency={currency} />
            </span>
            <span>{transaction.reference}</span>
          </span>
        )}
      </span>
    </span>
  );
}

/** The initials of the other side; an arrow for incoming money, or a payment without a person. */
function Disc({ name, credit }: { name: string | undefined; credit: boolean }) {
  if (name && !credit) return <PersonDisc name={name} className="roomy" />;
  const Arrow = credit ? ArrowDownLeft : ArrowUpRight;
  return (
    <span
      aria-hidden
      className={classes(
        'roomy grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft',
        credit && 'text-positive',
      )}
    >
      <Arrow className="size-5 rtl:-scale-x-100" />
    </span>
  );
}
