import { CreditCard, Landmark } from 'lucide-react';
import { money } from '@/payment/money';
import { Button } from '@/ui/button';
import { firstAmount } from './take/first-payment';
import type { Subscription } from './types';

interface Props {
  subscription: Subscription;
  /** The effect of the payment, such as `We decide on your request`. */
  then: string;
  onContinue: () => void;
}

/** A plan that awaits its first payment, by card or transfer. */
export function Awaited({ subscription, then, onContinue }: Props) {
  const isBank = subscription.funding_source === 'bank';
  // A transfer of another amount is not for this plan.
  const due = money(firstAmount(subscription), subscription.currency);
  const when = isBank
    ? `when a bank transfer of exactly ${due} arrives. Any other amount stays in your wallet.`
    : 'when your card is charged.';
  const Icon = isBank ? Landmark : CreditCard;
  return (
    <div className="flex flex-col gap-3 rounded-control bg-sunken p-4 text-sm">
      <p>{`${then} ${when}`}</p>
      <Button wide onClick={onContinue}>
        <Icon aria-hidden className="size-5" />
        <span>{isBank ? 'See account details' : 'Pay by card'}</span>
      </Button>
    </div>
  );
}
