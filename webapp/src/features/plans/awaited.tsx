import { CreditCard, Landmark } from 'lucide-react';
import { money } from '@/payment/money';
import { Button } from '@/ui/button';
import type { Subscription } from './types';

interface Props {
  subscription: Subscription;
  /** What the money does, such as `We decide on your request`. */
  then: string;
  /** The first payment: a transfer of another amount is not for this plan. */
  due: string;
  onContinue: () => void;
}

/** The plan awaits its first payment, which a card or a transfer brings. */
export function Awaited({ subscription: { funding_source, currency }, then, due, onContinue }: Props) {
  const isBank = funding_source === 'bank';
  const when = isBank
    ? `when a bank transfer of exactly ${money(due, currency)} arrives. Any other amount stays in your wallet.`
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
