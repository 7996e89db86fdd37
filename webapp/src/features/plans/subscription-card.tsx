import { ChevronDown, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import { Button } from '@/ui/button';
import { Card } from '@/ui/page';
import { PlanProgress } from './common/plan-progress';
import { Ended } from './ended';
import { NextInstalment } from './next-instalment';
import type { PlanAction, Subscription } from './types';

/** An action that the screen offers for a plan. */
export interface Offered {
  action: PlanAction;
  label: string;
  icon: LucideIcon;
  look?: 'primary' | 'quiet' | 'plain';
  onPress: () => void;
  /** Whether it is available, if the plan's own list of actions does not say. */
  decided?: { allowed: boolean; reason: string | null };
}

interface Props {
  subscription: Subscription;
  open: boolean;
  onToggle: () => void;
  /** The actions while the plan runs; the server decides which are available, and gives the reasons for the others. */
  offers: readonly Offered[];
  /** Details: facts, instalments, members. */
  children: Elements;
}

/** A plan of the user's: its progress and the next instalment, or its end; expanded, all details. */
export function SubscriptionCard({ subscription, open, onToggle, offers, children }: Props) {
  const id = useId();
  const { name, comment, ended } = subscription;
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
          <PlanProgress subscription={subscription} />
          <ChevronDown
            aria-hidden
            className={classes('size-5 shrink-0 text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
      </h2>
      {comment !== null && <p className="rounded-control bg-sunken p-3 text-sm">{comment}</p>}
      {ended && <Ended subscription={subscription} ended={ended} />}
      <NextInstalment subscription={subscription} />
      <section id={id} aria-label={name} hidden={!open} className="flex flex-col gap-4">
        {open && ended === null && <Actions subscription={subscription} offers={offers} />}
        {open && children}
      </section>
    </Card>
  );
}

/** The actions, and the reasons why some are not available. */
export function Actions({ subscription, offers }: Pick<Props, 'subscription' | 'offers'>) {
  const known = offers.map((offer) => ({
    ...offer,
    ...(offer.decided ?? subscription.actions.find(({ action }) => action === offer.action)),
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
            <Icon aria-hidden className="size-5" />
            <span>{label}</span>
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
