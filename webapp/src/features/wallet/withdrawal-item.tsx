import { evaluate } from '@/engine';
import { classes } from '@/lib/classes';
import { momentOf } from '@/payment/days';
import { categoryLabel } from '@/payment/kinds';
import { Balance } from '@/payment/money';
import { StatusLabel } from '@/payment/receipt';
import { PersonDisc } from '@/ui/person-disc';
import type { Withdrawal } from './types';

interface Props {
  withdrawal: Withdrawal;
  /** Opens the receipt. */
  onOpen: (chosen: { reference: string }) => void;
}

/** One transfer to a bank: to whom and how much, status, account, date, reference and comment; it opens the receipt. */
export function WithdrawalItem({ withdrawal, onOpen }: Props) {
  const { created_at, currency, amount, status, reference, counterparty, comment } = withdrawal;
  const failed = evaluate('status.label', { status }).tone === 'danger';
  const name = counterparty?.name ?? categoryLabel('withdraw');
  const account = [counterparty?.bank_name, counterparty?.account_number].filter(Boolean).join(' · ');
  return (
    <button
      type="button"
      className="flex w-full items-start gap-3 text-start"
      aria-haspopup="dialog"
      onClick={() => onOpen({ reference })}
    >
      <PersonDisc name={name} className="roomy" />
      <span className="flex min-w-0 grow flex-col gap-0.5">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 grow font-semibold wrap-anywhere">{name}</span>
          <span className={classes('ms-auto font-semibold', failed && 'text-muted line-through')}>
            <Balance amount={amount} currency={currency} />
          </span>
        </span>
        {account && <span className="figures text-sm wrap-anywhere">{account}</span>}
        <span className="flex flex-wrap gap-x-3 text-xs text-muted">
          <StatusLabel status={status} plain />
          <span>{momentOf(created_at)}</span>
          <span className="figures wrap-anywhere">{reference}</span>
        </span>
        {comment && <span className="pt-1 text-sm">{comment}</span>}
      </span>
    </button>
  );
}
