import { useReducer, useState } from 'react';
import type { User } from '@/api/types';
import type { Elements } from '@/lib/elements';
import { forgetKept } from '@/lib/kept';
import type { Place } from '@/lib/location';
import { PinStage } from '@/payment/pin-stage';
import { forgetPayment } from '@/payment/send';
import type { Quote } from '@/payment/types';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { ChangedTerms, useTerms } from '../changed-terms';
import { usePlanQuote } from '../mutations';
import { PlanCheckout } from '../plan-checkout';
import { AccountDetails } from '../savings/account-details';
import type { Plan, Subscription } from '../types';
import { feeWords } from '../words';
import { costOf } from './cost';
import { FIRST, isRequested, type Stage, transition, type Wanted } from './flow';
import { FormStage } from './form-stage';
import type { Unlock } from './gates';
import { InvoiceStage } from './invoice-stage';
import { TermsStage } from './terms-stage';

interface Props {
  plan: Plan;
  user: User;
  /** What can be spent from the naira wallet. */
  balance: string;
  /** The user's first cluster. */
  cluster: string | null;
  /** Whether the loan questions are answered; undefined while that is not known. */
  answered: boolean | undefined;
  open: boolean;
  onClose: () => void;
  /** In place of the PIN: what has to be done before one can be asked for. */
  before: Elements | undefined;
  /** The sheet has closed so that the user can clear a gate; later it continues where it was left. */
  onUnlock: (unlock: Unlock) => void;
  /** The fee is paid. */
  onPaid: (reference: string) => unknown;
}

const TITLES: Record<Stage['name'], string> = {
  terms: 'Terms',
  loan_form: 'Your loan',
  receipt: 'Invoice',
  confirm: 'Authorize',
  card: 'Pay the request fee',
  account_details: 'Pay the request fee',
};

/** What the server is asked to do. */
const bodyOf = (plan: Plan, { name, amount, funding_source }: Wanted, place: Place) => ({
  plan_id: plan.id,
  plan_version: plan.version,
  type: 'loan' as const,
  name,
  amount,
  funding_source,
  confirm: true,
  ...place,
});

/** A loan, from its terms to the payment of its request fee. */
export function LoanSheet(props: Props) {
  const { user, balance, cluster, answered, before, open, onClose, onUnlock, onPaid } = props;
  const terms = useTerms(props.plan);
  const { plan, changed } = terms;
  const [stage, dispatch] = useReducer(transition, FIRST);
  const [sending, setSending] = useState(false);
  const [unlocking, setUnlocking] = useState<Unlock | null>(null);
  const ask = usePlanQuote();
  const accept = (wanted: Wanted, place: Place) => {
    forgetPayment();
    ask.mutate(bodyOf(plan, wanted, place), {
      onError: terms.refused,
      onSuccess: (quote) => dispatch({ type: 'quoted', place, quote }),
    });
  };
  const requested = (subscription: Subscription) => {
    forgetKept(`loan.${plan.id}`);
    // Without a fee it is decided at once.
    return subscription.awaits_payment
      ? dispatch({ type: 'requested', subscription })
      : onPaid(subscription.reference);
  };
  const paid = (reference: string) => {
    forgetKept(`loan.${plan.id}`);
    return onPaid(reference);
  };
  const unlock = (wanted: Unlock) => {
    setUnlocking(wanted);
    onClose();
  };
  const closed = () => {
    setUnlocking(null);
    if (unlocking) onUnlock(unlocking);
    else dispatch({ type: 'closed' });
  };
  const goesBack = stage.name !== 'terms' && !isRequested(stage);

  if (changed !== null)
    return (
      <Sheet open={open} onClose={onClose} afterClose={closed} title={plan.name} stage="changed">
        <ChangedTerms
          seen={plan}
          now={changed}
          onSeen={() => {
            terms.accept();
            ask.reset();
            // From the terms on, everything is agreed to again.
            dispatch({ type: 'closed' });
          }}
        />
      </Sheet>
    );
  return (
    <Sheet
      open={open}
      onClose={onClose}
      afterClose={closed}
      title={TITLES[stage.name]}
      stage={stage.name}
      onBack={goesBack ? () => dispatch({ type: 'back' }) : undefined}
      held={sending}
    >
      {stage.name === 'terms' && (
        <TermsStage
          plan={plan}
          user={user}
          answered={answered}
          onUnlock={unlock}
          onAgreed={() => dispatch({ type: 'agreed' })}
        />
      )}
      {stage.name === 'loan_form' && (
        <FormStage
          plan={plan}
          user={user}
          balance={balance}
          onUnlock={unlock}
          onProceed={(wanted) => {
            ask.reset();
            dispatch({ type: 'proceeded', wanted });
          }}
        />
      )}
      {stage.name === 'receipt' && (
        <InvoiceStage
          plan={plan}
          user={user}
          wanted={stage.wanted}
          cluster={cluster}
          busy={ask.isPending}
          error={ask.error}
          onUnlock={unlock}
          onAccepted={(place) => accept(stage.wanted, place)}
        />
      )}
      {stage.name === 'confirm' &&
        (before ?? (
          <PinStage
            kind="loan_request"
            order={orderOf(plan, stage)}
            total={stage.quote.total}
            payee={stage.quote.recipient?.name ?? plan.name}
            agrees={{
              words: 'You are about to borrow',
              amount: stage.wanted.amount,
              note: costOf(plan, stage.wanted.amount)?.isFree
                ? 'There is no request fee.'
                : feeWords(stage.wanted.funding_source, stage.quote.total, stage.quote.currency),
            }}
            onSending={setSending}
            onPaid={({ reference }) => paid(reference)}
            onAwaited={requested}
            onRefused={terms.refused}
            requote={() => dispatch({ type: 'repriced' })}
          />
        ))}
      {stage.name === 'card' && (
        <PlanCheckout
          subscription={stage.subscription}
          purpose="loan_fee"
          onPaid={() => paid(stage.subscription.reference)}
        />
      )}
      {stage.name === 'account_details' && (
        <AccountDetails
          subscription={stage.subscription}
          amount={costOf(stage.subscription.plan, stage.subscription.amount)?.schedule.request_fee ?? '0'}
          onArrived={({ reference }) => {
            toast.success('Transaction received');
            void paid(reference);
          }}
        />
      )}
    </Sheet>
  );
}

const orderOf = (plan: Plan, { wanted, place, quote }: { wanted: Wanted; place: Place; quote: Quote }) => ({
  body: { ...bodyOf(plan, wanted, place), quote_id: quote.id },
  currency: quote.currency,
  amount: quote.amount,
  payee: quote.payee,
});
