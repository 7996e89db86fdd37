import { Link } from '@tanstack/react-router';
import { CalendarCheck, CircleUser, HandCoins, LogOut, OctagonX, Sparkles, UserPlus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { evaluate } from '@/engine/later';
import { Facts } from '@/payment/breakdown';
import { Balance } from '@/payment/money';
import { Button, buttonClasses } from '@/ui/button';
import { Columns } from '@/ui/columns';
import { Checkbox } from '@/ui/field';
import { Card } from '@/ui/page';
import { Awaited } from '../awaited';
import { useCollection } from '../common/mutations';
import { PlanStatus } from '../common/plan-status';
import { Ended } from '../ended';
import { CodeRow } from '../groups/code-row';
import { InstalmentList } from '../instalment-list';
import { leaveOffer } from '../leave-offer';
import { NextInstalment } from '../next-instalment';
import { isPayable } from '../payable';
import { StopSlider } from '../stop-slider';
import { Actions, type Offered } from '../subscription-card';
import type { Instalment, Member, Subscription } from '../types';
import { dayOfInstant, dayWords, durationWords, returnWords } from '../words';
import type { Payable } from './pay-sheet';
import { SavingRing } from './saving-tile';

// Only groups have one.
const MemberList = lazy(async () => ({ default: (await import('../groups/member-list')).MemberList }));

export interface SavingActions {
  onPay: (payable: Payable) => void;
  onStop: () => void;
  /** Leaves a group that goes on. */
  onLeave: () => void;
  onTrigger: () => void;
  onCancel: () => void;
  onAddMember: () => void;
  /** The plan awaits its first payment. */
  onContinue: () => void;
}

interface Props extends SavingActions {
  subscription: Subscription;
}

/** Savings with their progress, the next instalment, the actions, and all that was agreed. */
export function SavingDetail(props: Props) {
  const { subscription, onPay, onStop, onLeave, onTrigger, onCancel, onAddMember, onContinue } = props;
  const { name, savings, progress, is_group, code, currency, awaits_payment, ended } = subscription;
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
      subscription.leaving
        ? {
            action: 'terminate',
            label: 'Leave group',
            icon: LogOut,
            look: 'plain',
            onPress: onLeave,
            decided: subscription.leaving,
          }
        : { action: 'terminate', label: 'Terminate', icon: OctagonX, look: 'plain', onPress: onStop },
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
    <section aria-label={name} className="flex flex-col gap-5">
      <Columns
        first={
          <>
            <Head subscription={subscription} />
            {ended === null && <Actions subscription={subscription} offers={offers} />}
            {awaits_payment && (
              <Awaited subscription={subscription} then="This plan begins" onContinue={onContinue} />
            )}
            <StopSlider subscription={subscription} own />
            {ended === null && <Collection subscription={subscription} />}
            {ended === null && mayPay && (
              <Button look="quiet" wide aria-label={`Save by itself: ${name}`} onClick={onTrigger}>
                <Sparkles aria-hidden className="size-5" />
                <span>Save by itself</span>
              </Button>
            )}
            {subscription.circle && ended === null && <CircleLink subscription={subscription} />}
            {code !== null && ended === null && <CodeRow code={code} />}
          </>
        }
        second={
          <>
            <Card>
              {ended === null ? (
                <Overview subscription={subscription} />
              ) : (
                <Summary subscription={subscription} />
              )}
            </Card>
            <Card className="flex flex-col gap-3">
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
            </Card>
          </>
        }
      />
    </section>
  );
}

/** The goal, the share that is paid, and the next instalment or the end. */
function Head({ subscription }: { subscription: Subscription }) {
  const { status, lateness, progress, currency, plan, comment, ended } = subscription;
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <SavingRing subscription={subscription} className="size-24" art="size-12" />
        <div className="figures flex min-w-0 grow basis-36 flex-col items-start gap-1">
          <p className="wrap-anywhere">
            <span className="block text-2xl font-bold">
              <Balance amount={progress.paid} currency={currency} />
            </span>
            <span className="text-sm text-muted">
              <span>{'of '}</span>
              <Balance amount={progress.of} currency={currency} />
              <span>{` · ${progress.percent}%`}</span>
            </span>
          </p>
          <PlanStatus status={status} lateness={lateness?.state} />
          <p className="text-xs text-muted wrap-anywhere">{plan.name}</p>
        </div>
      </div>
      {comment !== null && <p className="rounded-control bg-sunken p-3 text-sm">{comment}</p>}
      {ended && <Ended subscription={subscription} ended={ended} />}
      <NextInstalment subscription={subscription} />
    </Card>
  );
}

/** Whether instalments are collected, and the switch. */
function Collection({ subscription: { id, auto_save, plan } }: { subscription: Subscription }) {
  const choose = useCollection(id);
  const { note } = evaluate('savings.collection', { is_flexible: plan.is_flexible });
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        checked={auto_save}
        disabled={choose.isPending}
        onChange={({ target }) => choose.mutate(target.checked)}
      >
        Collect from my wallet by itself
      </Checkbox>
      {auto_save && <p className="text-sm text-muted">{note}</p>}
    </div>
  );
}

/** The round, and the page of the circle. */
const CircleLink = ({ subscription: { id, circle } }: { subscription: Subscription }) =>
  circle && (
    <Link to="/circle" search={{ id }} className={buttonClasses('quiet', true)}>
      <CircleUser aria-hidden className="size-5" />
      <span>{`See the circle: round ${circle.round} of ${circle.of}`}</span>
    </Link>
  );

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
  const { currency, amount, duration, duration_unit, due_at, created_at, progress, plan, earned } =
    subscription;
  const { pot, pot_currency, pot_worth } = subscription;
  return (
    <Facts
      rows={[
        ['In this plan', <Balance key="pot" amount={pot} currency={pot_currency} />],
        pot_worth !== null && ['Worth now', <Balance key="worth" amount={pot_worth} currency={currency} />],
        ['Each instalment', <Balance key="amount" amount={amount} currency={currency} />],
        ['Left to pay', <Balance key="owed" amount={progress.owed} currency={currency} />],
        ['Overdue', <Balance key="overdue" amount={progress.overdue} currency={currency} />],
        ['Duration', durationWords(duration, duration_unit)],
        due_at !== null && ['Paid back', dayWords(due_at)],
        ['Started', dayOfInstant(created_at)],
        ['Leaving early', plan.is_flexible ? 'Free' : `${plan.opt_out_penalty}%`],
        ['Return', returnWords(plan)],
        earned && ['Earned so far', <Balance key="earned" amount={earned.accrued} currency={currency} />],
        ['Reference', subscription.reference],
      ]}
    />
  );
}
