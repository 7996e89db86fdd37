import { Link } from '@tanstack/react-router';
import type { User } from '@/api/types';
import { Facts } from '@/payment/breakdown';
import { money } from '@/payment/money';
import { Button } from '@/ui/button';
import { limitsWords } from '../common/limits';
import type { Plan } from '../types';
import { chargeWords, durationWords, interestWords } from '../words';
import { Agreement } from './agreement';
import { costOf } from './cost';
import { Gates, gatesOf, type Unlock } from './gates';
import { RateMethod, rateRows } from './rates';

interface Props {
  plan: Plan;
  user: User;
  /** Whether the loan questions are answered; undefined while that is not known. */
  answered: boolean | undefined;
  onUnlock: (unlock: Unlock) => void;
  onAgreed: () => void;
}

/** The terms of a plan's loans, and the requirements for one. */
export function TermsStage({ plan, user, answered, onUnlock, onAgreed }: Props) {
  const { currency, minimum } = plan.limits;
  // The minimum amount, for which the request fee weighs most.
  const least = costOf(plan, minimum);
  const fee = least?.schedule.request_fee;
  const { wait, wait_unit } = plan;
  return (
    <>
      <Lines title={plan.name} lines={plan.description} />
      <Facts
        rows={[
          ['Amount', limitsWords(plan)],
          ['Interest', interestWords(plan)],
          ...rateRows(least, `on ${money(minimum, currency)}`),
          ['Instalments', String(plan.duration)],
          ['One instalment every', plan.duration_unit],
          wait !== null && wait > 0 && wait_unit !== null && ['Grace period', durationWords(wait, wait_unit)],
          fee !== undefined && ['Request fee', money(fee, currency)],
          ['If an instalment is late', chargeWords(plan)],
        ]}
      />
      <RateMethod />
      <Agreement isFree={least?.isFree ?? false} />
      <Lines title="How it works" lines={plan.how_to_buy} />
      {answered === false && (
        <p className="rounded-control bg-sunken p-4 text-sm">
          <span>
            {'Unless you answer the loan questions, a member of staff decides, which takes longer. '}
          </span>
          <Link to="/loan-questions" className="font-semibold text-accent-text underline">
            Answer the loan questions
          </Link>
        </p>
      )}
      <Gates gates={gatesOf(plan, user)} onUnlock={onUnlock} />
      <p className="text-sm text-muted">You see what the loan costs before you accept it.</p>
      <Button wide onClick={onAgreed}>
        I agree to these terms
      </Button>
    </>
  );
}

function Lines({ title, lines }: { title?: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 text-sm">
      {title && <h3 className="font-semibold">{title}</h3>}
      <ul className="flex list-disc flex-col gap-1 ps-5 text-muted">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
