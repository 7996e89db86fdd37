import { useQuery } from '@tanstack/react-query';
import { evaluate } from '@/engine';
import { Facts } from '@/payment/breakdown';
import { Balance } from '@/payment/money';
import { Loaded } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';
import { PlanStatus } from '../common/plan-status';
import { planOfQuery } from '../queries';
import type { Subscription } from '../types';
import { dayWords } from '../words';
import { costOf } from './cost';

const LOOK_AGAIN_MS = 2000;

/** The next step of a request, until the decision. */
const NEXT: Partial<Record<Subscription['status'], string>> = {
  PENDING: "We're waiting for your request fee and will decide as soon as it arrives.",
  INITIATED: 'We are reviewing your request and will tell you our decision.',
};

/** A requested loan and the decision on it. It is fetched by its reference, so a URL cannot fake it. */
export function LoanRequested({ reference }: { reference: string }) {
  const found = useQuery({
    ...planOfQuery(reference),
    refetchInterval: ({ state }) => (state.data && NEXT[state.data.status] ? LOOK_AGAIN_MS : false),
  });
  return (
    <Loaded query={found} waiting={<ListSkeleton rows={4} />} polled>
      {(loan) => <Result loan={loan} />}
    </Loaded>
  );
}

function Result({ loan }: { loan: Subscription }) {
  const { name, plan, currency, amount, status, reference, progress, comment, ended } = loan;
  // The cost is known before the payout, which sets the dates.
  const total = costOf(plan, amount)?.schedule.total;
  const { label } = evaluate('status.label', { status });
  return (
    <>
      <div role="status" className="flex flex-col items-center gap-1 pt-4 text-center">
        <p className="text-lg font-semibold">{`Loan request: ${label}`}</p>
        <p className="figures text-2xl font-bold wrap-anywhere">
          <Balance amount={amount} currency={currency} />
        </p>
        {comment === null && NEXT[status] && <p className="text-sm text-muted">{NEXT[status]}</p>}
      </div>
      {comment !== null && <p className="rounded-control bg-sunken p-4 text-sm">{comment}</p>}
      <Card>
        <Facts
          rows={[
            ['Purpose', name],
            ['Plan', plan.name],
            ['Status', <PlanStatus key="status" status={status} />],
            total !== undefined &&
              ended === null && ['To repay', <Balance key="total" amount={total} currency={currency} />],
            progress.next && ['First instalment', dayWords(progress.next.due_at)],
            ['Reference', reference],
          ]}
        />
      </Card>
    </>
  );
}
