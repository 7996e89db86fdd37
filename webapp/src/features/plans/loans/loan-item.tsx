import { CalendarCheck, ChevronDown, CircleX, HandCoins } from 'lucide-react';
import { useState } from 'react';
import type { Elements } from '@/lib/elements';
import { Facts, type Row } from '@/payment/breakdown';
import { Balance } from '@/payment/money';
import { Awaited } from '../awaited';
import { useRefreshPlans } from '../common/mutations';
import { ContinueSheet } from '../continue-sheet';
import { InstalmentList } from '../instalment-list';
import { StopDialog } from '../stop-dialog';
import { type Offered, SubscriptionCard } from '../subscription-card';
import type { Subscription } from '../types';
import { chargeWords, dayOfInstant, dayWords, durationWords, interestWords } from '../words';
import { HandBack } from './hand-back';
import { PaySheet } from './pay-sheet';
import { PlaceRow } from './place-row';

interface Props {
  loan: Subscription;
  /** The spendable balance of the naira wallet. */
  balance: string;
  open: boolean;
  onToggle: () => void;
  before: Elements | undefined;
}

/** A loan in the history; expanded, it shows all details. */
export function LoanItem({ loan, balance, open, onToggle, before }: Props) {
  const [asked, setAsked] = useState<'pay' | 'terminate' | 'fee' | null>(null);
  // Each question starts afresh.
  const [count, setCount] = useState(0);
  const ask = (what: 'pay' | 'terminate' | 'fee') => {
    setCount(count + 1);
    setAsked(what);
  };
  const refresh = useRefreshPlans();
  const { currency, loans, payoff, progress, awaits_payment } = loan;
  const offers: Offered[] = [
    { action: 'pay', label: 'Pay loan', icon: HandCoins, look: 'primary', onPress: () => ask('pay') },
    { action: 'terminate', label: 'Terminate', icon: CircleX, onPress: () => ask('terminate') },
  ];
  const close = () => setAsked(null);
  return (
    <>
      <SubscriptionCard subscription={loan} open={open} onToggle={onToggle} offers={offers}>
        {awaits_payment && (
          <Awaited subscription={loan} then="We decide on your request" onContinue={() => ask('fee')} />
        )}
        {payoff && <Payoff payoff={payoff} loan={loan} />}
        <HandBack loan={loan} />
        <Terms loan={loan} />
        {loans.length > 0 && (
          <details className="group">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm font-semibold">
              <CalendarCheck aria-hidden className="size-5 text-accent-text" />
              <span>All instalments</span>
              <ChevronDown aria-hidden className="ms-auto size-5 text-muted group-open:rotate-180" />
            </summary>
            <InstalmentList
              instalments={loans}
              currency={currency}
              label={`Instalments of ${loan.name}`}
              ended={loan.ended !== null}
            />
          </details>
        )}
      </SubscriptionCard>
      <PaySheet
        loan={loan}
        owed={payoff?.amount ?? progress.owed}
        balance={balance}
        open={asked === 'pay'}
        onClose={close}
        before={before}
        onPaid={refresh}
      />
      <ContinueSheet subscription={loan} open={asked === 'fee'} onClose={close} />
      <StopDialog key={count} subscription={loan} open={asked === 'terminate'} onClose={close} />
    </>
  );
}

interface PayoffProps {
  payoff: NonNullable<Subscription['payoff']>;
  loan: Subscription;
}

/** The payoff that ends the loan today, beside the debt until its end. */
function Payoff({ payoff, loan: { currency, progress } }: PayoffProps) {
  const owns = (amount: string) => <Balance amount={amount} currency={currency} />;
  return (
    <section
      aria-label="To end this loan today"
      className="flex flex-col gap-3 rounded-control bg-sunken p-4"
    >
      <p>
        <span className="block text-sm text-muted">To end this loan today</span>
        <strong className="figures text-xl">{owns(payoff.amount)}</strong>
      </p>
      <Facts
        rows={[
          ['Principal', owns(payoff.principal)],
          ['Interest', owns(payoff.interest)],
          ['Interest saved', owns(payoff.waived)],
          ['Remaining on schedule', owns(progress.owed)],
          ['Overdue', owns(progress.overdue)],
        ]}
      />
    </section>
  );
}

/** The agreed terms. */
function Terms({ loan }: { loan: Subscription }) {
  const { plan, currency, amount, duration, duration_unit, reference, created_at, due_at } = loan;
  const { cluster, place } = loan;
  // The last day is known from the payout on.
  const isPaidOut = due_at !== null;
  const rows: Row[] = [
    [isPaidOut ? 'Borrowed' : 'Asked for', <Balance key="amount" amount={amount} currency={currency} />],
    ['Interest', interestWords(plan)],
    ['Duration', durationWords(duration, duration_unit)],
    ['Requested', dayOfInstant(created_at)],
    due_at !== null && ['Last instalment', dayWords(due_at)],
    cluster !== null && ['Cluster', cluster],
    place && ['Asked for from', <PlaceRow key="place" loan={loan.id} text={place.text} />],
    ['If an instalment is late', chargeWords(plan)],
    loan.auto_save && ['Repaid', 'Collected from your wallet on each day, and overdue as money arrives'],
    ['Reference', reference],
  ];
  return <Facts rows={rows} />;
}
