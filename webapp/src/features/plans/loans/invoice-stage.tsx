import { Link } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import type { User } from '@/api/types';
import { canLocate, locate, type Place, wasDenied } from '@/lib/location';
import { Facts } from '@/payment/breakdown';
import { money } from '@/payment/money';
import { WorkedOut } from '@/payment/worked-out';
import { buttonClasses } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { SchedulePreview } from '../common/schedule-preview';
import type { Wanted } from '../take/parts/plan-form';
import { PlanReview } from '../take/parts/plan-review';
import type { Reviewing } from '../take/take-sheet';
import type { Plan } from '../types';
import { chargeWords } from '../words';
import { Agreement } from './agreement';
import { costOf } from './cost';
import { Gates, gatesOf, type Unlock, withoutLocation } from './gates';
import { chargeExample } from './lateness';
import { RateMethod, rateRows } from './rates';

interface Props extends Reviewing<Wanted & Partial<Place>> {
  plan: Plan;
  user: User;
  /** The cluster that stands by a group loan. */
  cluster: string | null;
  onUnlock: (unlock: Unlock) => void;
}

const HINT = "You can allow it for this site in your browser's settings.";
const NOT_FOUND = 'Your location could not be found. Please try again.';

/** The cost of the loan and its repayment. It is accepted with the user's location. */
export function InvoiceStage({ plan, user, cluster, onUnlock, ...review }: Props) {
  const { wanted, busy, error } = review;
  const [finding, setFinding] = useState(false);
  // Another try is the same request, made at the same place.
  const [place, setPlace] = useState<Place | null>(null);
  const [failure, setFailure] = useState<{ message: string; hint?: string } | null>(null);
  const { currency } = plan.limits;
  const priced = costOf(plan, wanted.amount);
  const gates = gatesOf(plan, user);
  if (!priced)
    return <FormError>{error?.message ?? 'There is no repayment schedule for this amount.'}</FormError>;
  const { schedule, cost, input, isFree } = priced;

  const refuse = () => setFailure({ message: withoutLocation(plan, user), hint: HINT });
  const accept = async () => {
    if (place) return review.accept({ ...wanted, ...place });
    if (!canLocate()) return refuse();
    setFailure(null);
    setFinding(true);
    try {
      const found = await locate();
      setPlace(found);
      review.accept({ ...wanted, ...found });
    } catch (problem) {
      if (wasDenied(problem)) refuse();
      else setFailure({ message: NOT_FOUND });
    } finally {
      setFinding(false);
    }
  };

  return (
    <PlanReview
      wanted={wanted}
      words="You borrow"
      currency={currency}
      due={schedule.request_fee}
      action={isFree ? 'Accept' : undefined}
      busy={finding || busy}
      disabled={gates.length > 0}
      error={failure ?? error}
      accept={() => void accept()}
      last={
        <>
          <p className="text-sm text-muted">
            The fee covers reviewing your request. We refund it if we decline, but not if you withdraw.
          </p>
          <Gates gates={gates} onUnlock={onUnlock} />
          <p className="flex items-start gap-3 rounded-control bg-sunken p-4 text-sm">
            <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
            <span>
              When you accept, your browser asks where you are. We keep your country and state, never the
              exact place. A request from outside Nigeria is decided by a person. It is deleted when the loan
              ends, or before, if you remove it.
            </span>
          </p>
        </>
      }
      help={
        <>
          {error?.violations.some(({ params }) => params.unlock === 'fund') && (
            <Link to="/bank-transfer" className={buttonClasses('quiet', true)}>
              Add money to your wallet
            </Link>
          )}
          {failure?.hint && <p className="text-sm text-muted">{failure.hint}</p>}
        </>
      }
    >
      <Facts
        rows={[
          ['Plan', plan.name],
          plan.is_group && cluster !== null && ['Cluster', cluster],
          [`Interest (${plan.take_profit ?? '0'}%)`, money(schedule.interest, currency)],
          ['Request fee, paid now', money(schedule.request_fee, currency)],
          ['Total cost of the loan', <strong key="cost">{money(cost.total, currency)}</strong>],
          ...rateRows(priced),
          ['Total to repay', <strong key="total">{money(schedule.total, currency)}</strong>],
          ['If an instalment is late', chargeExample(plan, priced) ?? chargeWords(plan)],
        ]}
      />
      <WorkedOut
        of={{
          asked: [
            { rule: 'loan.schedule', input },
            { rule: 'loan.cost', input },
          ],
        }}
      />
      <RateMethod />
      <Agreement isFree={isFree} />
      <SchedulePreview
        instalments={schedule.instalments}
        currency={currency}
        total={schedule.total}
        totalLabel="You repay"
      />
    </PlanReview>
  );
}
