import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Balance } from '@/payment/money';
import { buttonClasses } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { Ring } from '@/ui/ring';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { PlanStatus } from './common/plan-status';
import { SchedulePreview } from './common/schedule-preview';
import { planOfQuery } from './queries';
import type { Subscription } from './types';

interface Props {
  reference: string | undefined;
  title: string;
  /** The page with the user's plans of this kind: its address and its name. */
  next: { to: string; label: string };
  /** The meaning of the figure, such as `saved`. */
  words: string;
}

/** The result of taking a plan. It is fetched by its reference, so a URL cannot fake it. */
export function PlanSuccess({ reference, title, next, words }: Props) {
  const found = useQuery({ ...planOfQuery(reference ?? ''), enabled: reference !== undefined });
  return (
    <Page title={title} quiet>
      {reference === undefined ? (
        <EmptyState drawing="not-found" title="We couldn't find this plan" />
      ) : (
        <Loaded query={found} waiting={<ListSkeleton rows={4} />}>
          {(subscription) => <Taken subscription={subscription} words={words} />}
        </Loaded>
      )}
      <Link to={next.to} className={buttonClasses('primary', true)}>
        {next.label}
      </Link>
    </Page>
  );
}

function Taken({ subscription, words }: { subscription: Subscription; words: string }) {
  const { name, status, progress, currency, savings, loans } = subscription;
  const instalments = savings.length > 0 ? savings : loans;
  return (
    <>
      <div role="status" className="flex flex-col items-center gap-2 pt-6 text-center">
        <Ring drawn done={Number(progress.percent)} of={100} className="size-24 text-positive">
          <span className="figures text-lg font-bold text-text">{`${progress.percent}%`}</span>
        </Ring>
        <p className="text-lg font-semibold wrap-anywhere">{name}</p>
        <PlanStatus status={status} />
        <p className="figures text-2xl font-bold wrap-anywhere">
          <Balance amount={progress.paid} currency={currency} />
        </p>
        <p className="text-sm text-muted">{words}</p>
      </div>
      <SchedulePreview
        instalments={instalments}
        currency={currency}
        total={progress.total}
        totalLabel="Total"
        own
      />
    </>
  );
}
