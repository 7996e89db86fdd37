import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classes } from '@/lib/classes';
import { Balance } from '@/payment/money';
import { Button } from '@/ui/button';
import { Card } from '@/ui/page';
import { Ring } from '@/ui/ring';
import { PlanStatus } from './plan-status';
import type { PlanAction, Subscription } from './types';
import { dayWords } from './words';

/** Something that the screen offers to do with a plan. */
export interface Offered {
  action: PlanAction;
  label: string;
  icon: LucideIcon;
  look?: 'primary' | 'quiet' | 'plain';
  onPress: () => void;
}

interface Props {
  subscription: Subscription;
  open: boolean;
  onToggle: () => void;
  /** What the screen offers; the server says what is available, and why the rest is not. */
  offers: readonly Offered[];
  /** Details: facts, instalments, members. */
  children: ReactNode;
}

/** A plan that the user is in: how far it is and what is next; opened, everything about it. */
export function SubscriptionCard({ subscription, open, onToggle, offers, children }: Props) {
  const id = useId();
  const { name, status, progress, currency, comment, plan, savings, loans } = subscription;
  // A loan has instalments from its payout on.
  const isScheduled = savings.length + loans.length > 0;
  return (
    <Card className="flex flex-col gap-4">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          className="-m-2 flex w-[calc(100%+1rem)] items-center gap-4 rounded-control p-2 text-start"
          onClick={onToggle}
        >
          <Ring
            done={isScheduled ? Number(progress.percent) : 0}
            of={100}
            className="roomy size-14 shrink-0 text-accent-text"
          >
            {isScheduled && (
              <span aria-hidden className="figures text-xs font-semibold text-text">
                {progress.percent.split('.')[0]}%
              </span>
            )}
          </Ring>
          <span className="min-w-0 grow">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="text-base font-semibold wrap-anywhere">{name}</span>
              <PlanStatus status={status} />
            </span>
            <span className="block truncate text-sm font-normal text-muted">{plan.name}</span>
            {isScheduled ? (
              <>
                <span className="figures block text-sm font-normal">
                  <Balance amount={progress.paid} currency={currency} />
                  <span className="text-muted">
                    {' of '}
                    <Balance amount={progress.total} currency={currency} />
                  </span>
                </span>
                <span className="sr-only">{progress.percent} percent paid</span>
              </>
            ) : (
              <span className="figures block text-sm font-normal">
                <Balance amount={subscription.amount} currency={currency} />
              </span>
            )}
          </span>
          <ChevronDown
            aria-hidden
            className={classes('size-5 shrink-0 text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
      </h2>
      {comment !== null && <p className="rounded-control bg-sunken p-3 text-sm">{comment}</p>}
      <Next subscription={subscription} />
      <section id={id} aria-label={name} hidden={!open} className="flex flex-col gap-4">
        {open && <Actions subscription={subscription} offers={offers} />}
        {open && children}
      </section>
    </Card>
  );
}

/** The next instalment, while the plan can be paid. */
function Next({ subscription: { progress, currency, actions } }: Pick<Props, 'subscription'>) {
  const { next } = progress;
  const payable = actions.some(({ action, allowed }) => action === 'pay' && allowed);
  if (next === null || !payable) return null;
  return (
    <p className="figures flex flex-wrap justify-between gap-x-4 rounded-control bg-sunken px-4 py-3 text-sm">
      <span className="text-muted">Next, {dayWords(next.due_at)}</span>
      <span className="font-semibold">
        <Balance amount={next.amount} currency={currency} />
      </span>
    </p>
  );
}

function Actions({ subscription, offers }: Pick<Props, 'subscription' | 'offers'>) {
  const known = offers.map((offer) => ({
    ...offer,
    ...subscription.actions.find(({ action }) => action === offer.action),
  }));
  const reasons = new Set(known.flatMap(({ reason }) => reason ?? []));
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {known.map(({ action, label, icon: Icon, look, onPress, allowed }) => (
          <Button
            key={action}
            look={look ?? 'quiet'}
            className="grow"
            disabled={!allowed}
            aria-label={`${label}: ${subscription.name}`}
            onClick={onPress}
          >
            <Icon aria-hidden className="size-5" /> {label}
          </Button>
        ))}
      </div>
      {[...reasons].map((reason) => (
        <p key={reason} className="text-sm text-muted">
          {reason}
        </p>
      ))}
    </>
  );
}
