import { useEffect } from 'react';
import { CardPayment } from '@/payment/card-payment';
import type { CardStarted, Transaction } from '@/payment/types';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { ListSkeleton } from '@/ui/states';
import { type CardBody, usePlanCard } from '../common/mutations';

interface Props {
  charge: CardBody;
  /** The first checkout, if it was made before. */
  started?: CardStarted | undefined;
  onPaid: (transaction: Transaction) => void;
}

/** The card company's page for a plan or an instalment. Another try needs another checkout of the same charge. */
export function PlanCheckout({ charge, started, onPaid }: Props) {
  const { mutate: start, data: checkout = started, error, isPending } = usePlanCard();
  const again = () => start(charge);
  // The charge is the same as long as its stage is shown.
  useEffect(() => {
    if (!started) start(charge);
  }, [start, started, charge]);
  return (
    <>
      {checkout && (
        <CardPayment
          key={checkout.tx_ref}
          currency={charge.currency}
          checkout={checkout}
          onPaid={onPaid}
          onAgain={again}
        />
      )}
      {!checkout && !error && <ListSkeleton rows={3} />}
      <FormError>{error?.message}</FormError>
      {error && (
        <Button wide busy={isPending} onClick={again}>
          Try again
        </Button>
      )}
    </>
  );
}
