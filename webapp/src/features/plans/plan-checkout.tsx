import { useEffect } from 'react';
import { CardPayment } from '@/payment/card-payment';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { ListSkeleton } from '@/ui/states';
import { usePlanCard } from './mutations';
import type { Subscription } from './types';

interface Props {
  subscription: Subscription;
  purpose: 'savings' | 'loan_fee';
  onPaid: () => void;
}

/** The card company's page for a plan that was taken. The plan stays the same however often its card is tried. */
export function PlanCheckout({ subscription: { id, currency }, purpose, onPaid }: Props) {
  const { mutate: start, data: checkout, error, isPending } = usePlanCard();
  const ask = () => start({ purpose, id, currency });
  useEffect(() => start({ purpose, id, currency }), [start, purpose, id, currency]);
  return (
    <>
      {checkout && (
        <CardPayment
          key={checkout.tx_ref}
          currency={currency}
          checkout={checkout}
          onPaid={onPaid}
          onAgain={ask}
        />
      )}
      {!checkout && !error && <ListSkeleton rows={3} />}
      <FormError>{error?.message}</FormError>
      {error && (
        <Button wide busy={isPending} onClick={ask}>
          Try again
        </Button>
      )}
    </>
  );
}
