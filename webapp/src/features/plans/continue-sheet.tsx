import { CardPayment } from '@/payment/card-payment';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { Sheet } from '@/ui/sheet';
import { usePlanCard, useRefreshPlans } from './common/mutations';
import { AccountDetails } from './take/account-details';
import { CardLines } from './take/card-lines';
import { firstAmount, firstCharge } from './take/first-payment';
import type { Subscription } from './types';

interface Props {
  subscription: Subscription;
  open: boolean;
  onClose: () => void;
}

/** The first payment of a plan that was taken before: by bank transfer, or by card. */
export function ContinueSheet({ subscription, open, onClose }: Props) {
  const refresh = useRefreshPlans();
  const paid = () => {
    void refresh();
    onClose();
  };
  const isBank = subscription.funding_source === 'bank';
  return (
    <Sheet open={open} onClose={onClose} title={isBank ? 'Pay by bank transfer' : 'Pay by card'}>
      {isBank ? (
        <AccountDetails subscription={subscription} onArrived={paid} />
      ) : (
        <ByCard subscription={subscription} onPaid={paid} />
      )}
    </Sheet>
  );
}

function ByCard({ subscription, onPaid }: { subscription: Subscription; onPaid: () => void }) {
  const { currency } = subscription;
  const { mutate: start, data: checkout, error, isPending, reset } = usePlanCard();
  if (checkout)
    return <CardPayment currency={currency} checkout={checkout} onPaid={onPaid} onAgain={reset} />;
  return (
    <>
      <CardLines amount={firstAmount(subscription)} currency={currency} />
      <FormError>{error?.message}</FormError>
      <Button wide busy={isPending} onClick={() => start(firstCharge(subscription))}>
        Continue
      </Button>
    </>
  );
}
