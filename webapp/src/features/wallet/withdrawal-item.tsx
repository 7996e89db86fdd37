import { evaluate } from '@/engine';
import { classes } from '@/lib/classes';
import { momentOf } from '@/payment/days';
import { Balance } from '@/payment/money';
import { StatusLabel } from '@/payment/receipt';
import type { Withdrawal } from './types';

interface Props {
  withdrawal: Withdrawal;
  /** Opens the receipt. */
  onOpen: (chosen: { reference: string }) => void;
}

/** One transfer to a bank: amount, status, recipient, reference, date and comment; it opens the receipt. */
export function WithdrawalItem({ withdrawal, onOpen }: Props) {
  const { created_at, currency, amount, status, reference, counterparty, comment } = withdrawal;
  const failed = evaluate('status.label', { status }).tone === 'danger';
  return (
    <button
      type="button"
      className="flex w-full flex-wrap items-baseline justify-between gap-x-3 text-start"
      aria-haspopup="dialog"
      onClick={() => onOpen({ reference })}
    >
      <span className={classes('font-semibold', failed && 'text-muted line-through')}>
        <Balance amount={amount} currency={currency} />
      </span>
      <StatusLabel status={status} plain />
      {counterparty && (
        <span className="basis-full text-sm wrap-anywhere">
          {[counterparty.name, counterparty.bank_name, counterparty.account_number]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      <span className="figures basis-full text-xs wrap-anywhere text-muted">{reference}</span>
      <span className="basis-full text-xs text-muted">{momentOf(created_at)}</span>
      {comment && <span className="basis-full pt-1 text-sm">{comment}</span>}
    </button>
  );
}
