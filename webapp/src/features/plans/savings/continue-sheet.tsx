import { useState } from 'react';
import { CardPayment } from '@/payment/card-payment';
import type { CardStarted } from '@/payment/types';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { Sheet } from '@/ui/sheet';
import { CardLines } from '../card-lines';
import { usePlanCard, useRefreshPlans } from '../mutations';
import type { Subscription } from '../types';
import { AccountDetails } from './account-details';

interface Props {
  subscription: Subscription;
  /** What is to be paid, if it isn't the first instalment. */
  amount?: string;
  purpose?: 'savings' | 'loan_fee';
  open: boolean;
  onClose: () => void;
}

/** Bringing the first money of a plan that was taken before: from a bank, or by card. */
export function ContinueSheet(props: Props) {
  const { subscription, purpose = 'savings', open, onClose } = props;
  const amount = props.amount ?? subscription.amount;
  const refresh = useRefreshPlans();
  const arrived = () => {
    void refresh();
    onClose();
  };
  const isBank = subscription.funding_source === 'bank';
  return (
    <Sheet open={open} onClose={onClose} title={isBank ? 'Pay by bank transfer' : 'Pay by card'}>
      {isBank ? (
        <AccountDetails subscription={subscription} amount={amount} onArrived={arrived} />
      ) : (
        <ByCard subscription={subscription} amount={amount} purpose={purpose} onPaid={arrived} />
      )}
    </Sheet>
  );
}

interface ByCardProps extends Required<Pick<Props, 'subscription' | 'amount' | 'purpose'>> {
  onPaid: () => void;
}

function ByCard({ subscription, amount, purpose, onPaid }: ByCardProps) {
  const { id, currency } = subscription;
  const [checkout, setCheckout] = useState<CardStarted | null>(null);
  const start = usePlanCard();
  if (checkout)
    return (
      <CardPayment
        currency={currency}
        checkout={checkout}
        onPaid={onPaid}
        onAgain={() => setCheckout(null)}
      />
    );
  return (
    <>
      <CardLines amount={amount} currency={currency} />
      <FormError>{start.error?.message}</FormError>
      <Button
        wide
        busy={start.isPending}
        onClick={() => start.mutate({ purpose, id, currency }, { onSuccess: setCheckout })}
      >
        Continue
      </Button>
    </>
  );
}
