import { useState } from 'react';
import { Balance } from '@/payment/money';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { Sheet } from '@/ui/sheet';
import { useLoanChange } from '../common/mutations';
import type { Subscription } from '../types';

/** The offer to hand a loan back, while the time for it runs. */
export function HandBack({ loan }: { loan: Subscription }) {
  const [open, setOpen] = useState(false);
  // Each question has a key of its own.
  const [count, setCount] = useState(0);
  const { regret } = loan;
  if (regret === null) return null;
  return (
    <section
      aria-label="Changed your mind?"
      className="flex flex-col gap-3 rounded-control bg-sunken p-4 text-sm"
    >
      <p>
        <strong>Changed your mind?</strong>
        <span>{` Until ${regret.until} you can hand this loan back, and it costs nothing.`}</span>
      </p>
      {regret.reason !== null && <p className="text-muted">{regret.reason}</p>}
      <Button
        look="quiet"
        disabled={!regret.allowed}
        aria-label={`Hand it back: ${loan.name}`}
        onClick={() => {
          setCount(count + 1);
          setOpen(true);
        }}
      >
        Hand it back
      </Button>
      <Question key={count} loan={loan} open={open} onClose={() => setOpen(false)} />
    </section>
  );
}

interface Props {
  loan: Subscription;
  open: boolean;
  onClose: () => void;
}

function Question({ loan: { id, amount, currency, fee_paid }, open, onClose }: Props) {
  const [key] = useState(() => crypto.randomUUID());
  const change = useLoanChange(id, 'hand-back');
  return (
    <Sheet open={open} onClose={onClose} title="Hand the loan back" held={change.isPending}>
      <p>
        <Balance amount={amount} currency={currency} />
        <span>{' goes back from your wallet, and you owe nothing more. No interest is charged.'}</span>
      </p>
      {fee_paid !== null && (
        <p>
          <span>{'The request fee of '}</span>
          <Balance amount={fee_paid} currency={currency} />
          <span>{' returns to your wallet.'}</span>
        </p>
      )}
      <FormError>{change.error?.message}</FormError>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="quiet" disabled={change.isPending} onClick={onClose}>
          Keep it
        </Button>
        <Button busy={change.isPending} onClick={() => change.mutate(key, { onSuccess: onClose })}>
          Hand it back
        </Button>
      </div>
    </Sheet>
  );
}
