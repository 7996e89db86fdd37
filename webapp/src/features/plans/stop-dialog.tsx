import { useState } from 'react';
import { Facts } from '@/payment/breakdown';
import { Balance, money } from '@/payment/money';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { Sheet } from '@/ui/sheet';
import { useLeavePlan } from './common/mutations';
import { StopSlider } from './stop-slider';
import type { PlanType, Subscription } from './types';

/** The texts that the documents require. */
const QUESTIONS: Record<PlanType, { title: string; question: string; action: string }> = {
  savings: {
    title: 'Stop savings',
    question: 'Are you sure you want to stop this savings plan?',
    action: 'Stop savings plan',
  },
  loan: {
    title: 'Terminate loan',
    question: 'Are you sure you want to terminate this loan plan?',
    action: 'Terminate loan plan',
  },
  coins: {
    title: 'Terminate plan',
    question: 'Are you sure you want to terminate this plan?',
    action: 'Terminate plan',
  },
};

interface Props {
  subscription: Subscription;
  open: boolean;
  onClose: () => void;
}

/** The question before a plan ends, with the cost now and on other days. */
export function StopDialog({ subscription, open, onClose }: Props) {
  const { id, type, termination, currency, pot_currency } = subscription;
  const { title, question, action } = QUESTIONS[type];
  const back = subscription.earned?.with_refund ?? termination.refund;
  // A new question has a new key.
  const [key] = useState(() => crypto.randomUUID());
  const stop = useLeavePlan(id, 'abort');
  return (
    <Sheet open={open} onClose={onClose} title={title} held={stop.isPending}>
      <p className="font-semibold">{question}</p>
      {subscription.fee_paid !== null && (
        <p className="text-sm text-muted">The request fee is not paid back.</p>
      )}
      {type === 'coins' && (
        <>
          <Facts
            rows={[
              ['You put in', <Balance key="amount" amount={subscription.amount} currency={currency} />],
              ['Penalty', <strong key="penalty">{money(termination.penalty, currency)}</strong>],
            ]}
          />
          <p className="text-sm text-muted">
            Your coins are sold at today's prices. The proceeds, less the penalty, are returned to your
            wallet.
          </p>
        </>
      )}
      {type === 'savings' && (
        <Facts
          rows={[
            ['In this plan', <Balance key="pot" amount={subscription.pot} currency={pot_currency} />],
            ['Penalty', money(termination.penalty, pot_currency)],
            subscription.earned && ['Return', money(subscription.earned.now, currency)],
            [
              pot_currency === currency ? 'Back to your wallet' : `Back to your ${pot_currency} wallet`,
              <strong key="refund">{money(back, pot_currency)}</strong>,
            ],
          ]}
        />
      )}
      {type === 'savings' && subscription.is_group && (
        <p className="text-sm text-muted">
          The plan ends for every member. What each of them saved goes back to their wallet.
        </p>
      )}
      <StopSlider subscription={subscription} />
      <FormError>{stop.error?.message ?? termination.reason}</FormError>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="quiet" disabled={stop.isPending} onClick={onClose}>
          Keep it
        </Button>
        <Button
          look="danger"
          busy={stop.isPending}
          disabled={!termination.allowed}
          onClick={() => stop.mutate(key, { onSuccess: onClose })}
        >
          {action}
        </Button>
      </div>
    </Sheet>
  );
}
