import { CalendarCheck, HandCoins, OctagonX, UserPlus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Facts } from '@/payment/breakdown';
import { Balance } from '@/payment/money';
import { Button } from '@/ui/button';
import { Awaited } from '../awaited';
import { CodeRow } from '../groups/code-row';
import { InstalmentList } from '../instalment-list';
import { leaveOffer } from '../leave-offer';
import { isPayable } from '../payable';
import { StopSlider } from '../stop-slider';
import { type Offered, SubscriptionCard } from '../subscription-card';
import type { Instalment, Member, Subscription } from '../types';
import { dayOfInstant, dayWords, durationWords, returnWords } from '../words';
import type { Payable } from './pay-sheet';

// Only groups have one.
const MemberList = lazy(async () => ({ default: (await import('../groups/member-list')).MemberList }));

export interface SavingActions {
  onPay: (payable: Payable) => void;
  onStop: () => void;
  onCancel: () => void;
  onAddMember: () => void;
  /** The plan awaits its first payment. */
  onContinue: () => void;
}

interface Props extends SavingActions {
  subscription: Subscription;
  open: boolean;
  onToggle: () => void;
}

/** Savings and their progress; expanded, every instalment, the members of a group, and the actions. */
export function SavingCard(props: Props) {
  const { subscription, open, onToggle, onPay, onStop, onCancel, onAddMember, onContinue } = props;
  const { savings, progress, is_group, code, currency, awaits_payment, ended } = subscription;
  const next = savings.find(({ id }) => id === progress.next?.id);
  const mayPay = subscription.actions.some(({ action, allowed }) => action === 'pay' && allowed);
  const offers: Offered[] = [
    ...(next
      ? [
          {
            action: 'pay',
            label: 'Pay',
            icon: HandCoins,
            look: 'primary',
            onPress: () => onPay({ instalment: next, owner: null }),
          } as const,
        ]
      : []),
    ...(is_group
      ? [{ action: 'add_member', label: 'Add user', icon: UserPlus, onPress: onAddMember } as const]
      : []),
    leaveOffer(
      subscription,
      { action: 'terminate', label: 'Terminate', icon: OctagonX, look: 'plain', onPress: onStop },
      onCancel,
    ),
  ];
  const payButton = (instalment: Instalment, owner: Member | null) =>
    mayPay && isPayable(subscription, instalment, owner) ? (
      <Button
        look="link"
        className="px-2!"
        aria-label={`Pay instalment ${instalment.number}${owner === null ? '' : ` of ${owner.name}`}`}
        onClick={() => onPay({ instalment, owner: owner?.name ?? null })}
      >
        Pay
      </Button>
    ) : null;
  return (
    <SubscriptionCard subscription={subscription} open={open} onToggle={onToggle} offers={offers}>
      {awaits_payment && (
        <Awaited subscription={subscription} then="This plan begins" onContinue={onContinue} />
      )}
      {ended === null ? <Overview subscription={subscription} /> : <Summary subscription={subscription} />}
      {code !== null && ended === null && <CodeRow code={code} />}
      <details className="group" open={!is_group}>
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm font-semibold">
          <CalendarCheck aria-hidden className="size-5 text-accent-text" />
          <span>Your instalments</span>
        </summary>
        <InstalmentList
          instalments={savings}
          currency={currency}
          label="Your instalments"
          ended={ended !== null}
          action={(instalment) => payButton(instalment, null)}
        />
      </details>
      {is_group && subscription.members.length > 0 && (
        <Suspense>
          <MemberList subscription={subscription} action={payButton} />
        </Suspense>
      )}
      <StopSlider subscription={subscription} own />
    </SubscriptionCard>
  );
}

/** The agreed terms of savings that have ended, and the amount paid. */
function Summary({ subscription }: { subscription: Subscription }) {
  const { currency, amount, duration, duration_unit, created_at, progress, reference } = subscription;
  return (
    <Facts
      rows={[
        ['Paid in', <Balance key="paid" amount={progress.paid} currency={currency} />],
        ['Each instalment', <Balance key="amount" amount={amount} currency={currency} />],
        ['Duration', durationWords(duration, duration_unit)],
        ['Started', dayOfInstant(created_at)],
        ['Reference', reference],
      ]}
    />
  );
}

function Overview({ subscription }: { subscription: Subscription }) {
  const { currency, amount, duration, duration_unit, due_at, created_at, pot, progress, plan, earned } =
    subscription;
  return (
    <Facts
      rows={[
        ['In this plan', <Balance key="pot" amount={pot} currency={currency} />],
        ['Each instalment', <Balance key="amount" amount={amount} currency={currency} />],
        ['Left to pay', <Balance key="owed" amount={progress.owed} currency={currency} />],
        ['Overdue', <Balance key="overdue" amount={progress.overdue} currency={currency} />],
        ['Duration', durationWords(duration, duration_unit)],
        due_at !== null && ['Ends', dayWords(due_at)],
        ['Started', dayOfInstant(created_at)],
        ['Leaving early', plan.is_flexible ? 'Free' : `${plan.opt_out_penalty}%`],
        ['Return', returnWords(plan)],
        earned && ['Earned so far', <Balance key="earned" amount={earned.accrued} currency={currency} />],
        ['Reference', subscription.reference],
      ]}
    />
  );
}
