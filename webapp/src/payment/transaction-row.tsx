import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { classes } from '@/lib/classes';
import { categoryLabel } from './kinds';
import { Balance } from './money';
import { StatusLabel } from './receipt';
import type { Transaction } from './types';

interface Props {
  transaction: Transaction;
  /** Only success has a colour. */
  plain?: boolean;
}

/** One line of the history. */
export function TransactionRow({ transaction, plain = false }: Props) {
  const credit = transaction.type === 'CREDIT';
  const Icon = credit ? ArrowDownLeft : ArrowUpRight;
  return (
    <div className="flex w-full min-w-0 items-center gap-3 text-start">
      <span
        className={classes(
          'grid size-11 shrink-0 place-items-center rounded-full bg-sunken',
          credit ? 'text-positive' : 'text-muted',
        )}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
        {/* Where the amount leaves no room beside it, it goes below. */}
        <span className="min-w-0 grow basis-[4rem]">
          <span className="block truncate font-medium">
            {transaction.counterparty?.name ?? categoryLabel(transaction.category)}
          </span>
          <span className="block truncate text-xs text-muted">
            {transaction.description || categoryLabel(transaction.category)}
          </span>
          <span className="block text-xs text-muted">
            {new Date(transaction.created_at).toLocaleDateString()}
          </span>
        </span>
        <span className="ms-auto min-w-0 text-end wrap-anywhere">
          <span className={classes('block font-semibold', credit && 'text-positive')}>
            <span className="sr-only">{credit ? 'received' : 'sent'} </span>
            <bdi dir="ltr">
              <span aria-hidden>{credit ? '+' : '−'}</span>
              <Balance amount={transaction.net_amount} currency={transaction.currency} />
            </bdi>
          </span>
          <StatusLabel status={transaction.status} plain={plain} />
        </span>
      </span>
    </div>
  );
}
