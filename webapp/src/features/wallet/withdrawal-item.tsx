import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { momentOf } from '@/payment/days';
import { Balance } from '@/payment/money';
import { transactionQuery } from '@/payment/queries';
import { Receipt, StatusLabel } from '@/payment/receipt';
import { Loaded } from '@/ui/loaded';
import { Skeleton } from '@/ui/states';
import type { Withdrawal } from './types';

/** One line of what went to banks: amount, status, reference, date and comment; it expands to the receipt. */
export function WithdrawalItem({ withdrawal }: { withdrawal: Withdrawal }) {
  const { created_at, currency, amount, status, reference, comment } = withdrawal;
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="flex w-full flex-wrap items-baseline justify-between gap-x-3 text-start"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className="font-semibold">
          <Balance amount={amount} currency={currency} />
        </span>
        <StatusLabel status={status} plain />
        <span className="figures basis-full text-xs wrap-anywhere text-muted">{reference}</span>
        <span className="basis-full text-xs text-muted">{momentOf(created_at)}</span>
        {comment && <span className="basis-full pt-1 text-sm">{comment}</span>}
      </button>
      {open && <Opened reference={reference} />}
    </>
  );
}

function Opened({ reference }: { reference: string }) {
  const transaction = useQuery(transactionQuery(reference));
  return (
    <div className="pt-4">
      <Loaded query={transaction} waiting={<Skeleton className="h-56" />}>
        {(loaded) => <Receipt transaction={loaded} />}
      </Loaded>
    </div>
  );
}
