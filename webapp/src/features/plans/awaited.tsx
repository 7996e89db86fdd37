import { CreditCard, Landmark } from 'lucide-react';
import { Button } from '@/ui/button';
import type { Subscription } from './types';

interface Props {
  subscription: Subscription;
  /** What the money does, such as `We decide on your request`. */
  then: string;
  onContinue: () => void;
}

/** The plan awaits its first payment, which a card or a transfer brings. */
export function Awaited({ subscription: { funding_source }, then, onContinue }: Props) {
  const isBank = funding_source === 'bank';
  const Icon = isBank ? Landmark : CreditCard;
  return (
    <div className="flex flex-col gap-3 rounded-control bg-sunken p-4 text-sm">
      <p>{`${then} ${isBank ? 'when your bank transfer arrives.' : 'when your card is charged.'}`}</p>
      <Button wide onClick={onContinue}>
        <Icon aria-hidden className="size-5" />
        <span>{isBank ? 'See account details' : 'Pay by card'}</span>
      </Button>
    </div>
  );
}
