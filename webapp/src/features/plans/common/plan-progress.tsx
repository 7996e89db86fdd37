import { ChartLine } from 'lucide-react';
import { Balance } from '@/payment/money';
import { IconDisc } from '@/ui/icon-disc';
import { Ring } from '@/ui/ring';
import type { Subscription } from '../types';
import { Gain } from './gain';
import { PlanStatus } from './plan-status';

/** The name of a plan, and the share that is paid. */
export function PlanProgress({ subscription }: { subscription: Subscription }) {
  const { name, type, status, lateness, progress, currency, amount, plan, savings, loans, worth, ended } =
    subscription;
  const isSet = type === 'coins';
  // A loan has instalments only from its payout on; a set is paid at once.
  const isScheduled = !isSet && savings.length + loans.length > 0;
  return (
    <>
      {isSet ? (
        <IconDisc icon={ChartLine} />
      ) : (
        <Ring
          done={isScheduled ? Number(progress.percent) : 0}
          of={100}
          className="roomy size-14 shrink-0 text-accent-text"
        >
          {isScheduled && (
            <span aria-hidden className="figures text-xs font-semibold text-text">
              {`${progress.percent.split('.')[0]}%`}
            </span>
          )}
        </Ring>
      )}
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-base font-semibold wrap-anywhere">{name}</span>
          <PlanStatus status={status} lateness={lateness?.state} />
        </span>
        <span className="block truncate text-sm font-normal text-muted">{plan.name}</span>
        {worth !== null && ended === null ? (
          <span className="figures flex flex-wrap gap-x-2 text-sm font-normal">
            <Balance amount={worth.value} currency={currency} />
            <Gain amount={worth.gain} currency={currency} />
          </span>
        ) : isScheduled ? (
          <>
            <span className="figures block text-sm font-normal">
              <Balance amount={progress.paid} currency={currency} />
              <span className="text-muted">
                <span>{' of '}</span>
                <Balance amount={progress.of} currency={currency} />
              </span>
            </span>
            <span className="sr-only">{`${progress.percent} percent paid`}</span>
          </>
        ) : (
          <span className="figures block text-sm font-normal">
            <Balance amount={amount} currency={currency} />
          </span>
        )}
      </span>
    </>
  );
}
