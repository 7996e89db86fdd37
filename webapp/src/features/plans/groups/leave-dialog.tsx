import { useState } from 'react';
import { Facts } from '@/payment/breakdown';
import { Balance, money } from '@/payment/money';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { Sheet } from '@/ui/sheet';
import { useLeavePlan } from '../common/mutations';
import type { Subscription } from '../types';

interface Props {
  subscription: Subscription;
  open: boolean;
  onClose: () => void;
}

/** The question before a member leaves a group, with what comes back. */
export function LeaveDialog({ subscription, open, onClose }: Props) {
  const { id, name, pot, pot_currency: currency, leaving } = subscription;
  // A new question has a new key.
  const [key] = useState(() => crypto.randomUUID());
  const leave = useLeavePlan(id, 'leave');
  // Once it is left there is nothing to leave: the last figures stay while the sheet closes.
  const [quote] = useState(leaving);
  if (!quote) return null;
  return (
    <Sheet open={open} onClose={onClose} title="Leave group" held={leave.isPending}>
      <p className="font-semibold wrap-anywhere">{`Are you sure you want to leave ${name}?`}</p>
      <Facts
        rows={[
          ['In this plan', <Balance key="pot" amount={pot} currency={currency} />],
          ['Penalty', money(quote.penalty, currency)],
          ['Back to your wallet', <strong key="refund">{money(quote.refund, currency)}</strong>],
        ]}
      />
      <p className="text-sm text-muted">
        The plan goes on for the others, and its creator is told that a member has left. You cannot come back
        to it.
      </p>
      <FormError>{leave.error?.message ?? quote.reason}</FormError>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="quiet" disabled={leave.isPending} onClick={onClose}>
          Stay
        </Button>
        <Button
          look="danger"
          busy={leave.isPending}
          disabled={!quote.allowed}
          onClick={() => leave.mutate(key, { onSuccess: onClose })}
        >
          Leave this group
        </Button>
      </div>
    </Sheet>
  );
}
