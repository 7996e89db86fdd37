import { Link } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { Balance } from '@/payment/money';
import { Ring } from '@/ui/ring';
import { PlanStatus } from '../common/plan-status';
import { LatenessWords } from '../next-instalment';
import type { Subscription } from '../types';
import { GoalArt } from './goal-art';

/** The drawing of savings: of their goal, or of a group. */
export const SavingArt = ({
  subscription: { goal, is_group },
  className,
}: {
  subscription: Subscription;
  className: string;
}) =>
  goal === null && is_group ? (
    <Users aria-hidden className={className} />
  ) : (
    <GoalArt kind={goal ?? 'other'} className={className} />
  );

/** The share that is paid, around the drawing. */
export const SavingRing = ({
  subscription,
  className,
  art,
}: {
  subscription: Subscription;
  className: string;
  art: string;
}) => (
  <Ring
    done={Number(subscription.progress.percent)}
    of={100}
    className={`roomy shrink-0 text-accent-text ${className}`}
  >
    <SavingArt subscription={subscription} className={art} />
  </Ring>
);

/** Savings at a glance; everything else is one tap away. */
export function SavingTile({ subscription }: { subscription: Subscription }) {
  const { id, name, status, lateness, progress, currency } = subscription;
  return (
    <Link
      to="/my-savings"
      search={{ id }}
      className="flex h-full flex-col items-start gap-3 rounded-card bg-raised p-4 shadow-raised hover:bg-accent-soft"
    >
      <SavingRing subscription={subscription} className="size-18" art="size-9" />
      <span className="flex min-w-0 flex-col gap-1">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="figures text-sm">
          <Balance amount={progress.paid} currency={currency} />
          <span className="text-muted">
            <span>{' of '}</span>
            <Balance amount={progress.of} currency={currency} />
          </span>
        </span>
        <span className="sr-only">{`${progress.percent} percent paid`}</span>
      </span>
      <span className="mt-auto text-sm">
        {lateness === null ? (
          <PlanStatus status={status} />
        ) : (
          <LatenessWords lateness={lateness} currency={currency} />
        )}
      </span>
    </Link>
  );
}
