import { Users } from 'lucide-react';
import { Facts } from '@/payment/breakdown';
import { money } from '@/payment/money';
import { Button } from '@/ui/button';
import { IconDisc } from '@/ui/icon-disc';
import { Card } from '@/ui/page';
import type { Payable } from '../savings/pay-sheet';
import type { Subscription } from '../types';
import { durationWords, penaltyWords, returnWords, timesWords } from '../words';

interface Props {
  subscription: Subscription;
  /** Joins by paying the first instalment. */
  onJoin: (payable: Payable) => void;
  onDecline: () => void;
}

/** An invitation to a group: who invites to what. It is no plan until it is accepted. */
export function InvitationCard({ subscription, onJoin, onDecline }: Props) {
  const { name, created_by_name, amount, currency, duration, duration_unit, plan, savings } = subscription;
  const [first] = savings;
  const often = timesWords(duration, duration_unit);
  const join = first && `Join and pay ${money(first.amount, currency)}`;
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <IconDisc icon={Users} />
        <div className="min-w-0">
          <h2 className="text-base font-semibold wrap-anywhere">{`Invitation: ${name}`}</h2>
          <p className="text-sm text-muted wrap-anywhere">{`${created_by_name} invites you to save together.`}</p>
        </div>
      </div>
      <Facts
        rows={[
          ['Your instalment', `${money(amount, currency)}, ${often}`],
          ['Duration', durationWords(duration, duration_unit)],
          ['Leaving early', penaltyWords(plan)],
          ['Return', returnWords(plan)],
        ]}
      />
      <p className="text-sm text-muted">
        You have a pot of your own. The others see whether you have paid, never how much. Only the person who
        started the group sees how much.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="quiet" aria-label={`Do not join: ${name}`} onClick={onDecline}>
          Do not join
        </Button>
        {first && (
          <Button aria-label={`${join}: ${name}`} onClick={() => onJoin({ instalment: first, owner: null })}>
            {join}
          </Button>
        )}
      </div>
    </Card>
  );
}
