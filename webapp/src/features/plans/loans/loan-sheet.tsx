import { type ReactNode, useReducer, useState } from 'react';
import type { User } from '@/api/types';
import { forgetKept } from '@/lib/kept';
import type { Place } from '@/lib/location';
import { CardPayment } from '@/payment/card-payment';
import { PinStage } from '@/payment/pin-stage';
import { forgetPayment } from '@/payment/send';
import type { Quote } from '@/payment/types';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { ChangedTerms, useTerms } from '../changed-terms';
import { useTakePlan } from '../mutations';
import { AccountDetails } from '../savings/account-details';
import type { Plan, Subscription } from '../types';
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
  before: ReactNode | undefined;
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
  const { ask, request, checkout, keyOf, busy, error, forgetRefusals } = useTakePlan();
  const payByCard = (subscription: Subscription) =>
    checkout.mutate(
      { purpose: 'loan_fee', id: subscription.id, currency: subscription.currency },
      { onSuccess: (started) => dispatch({ type: 'checked_out', subscription, checkout: started }) },
    );
  const accept = (wanted: Wanted, place: Place) => {
    const body = bodyOf(plan, wanted, place);
    const priced = costOf(plan, wanted.amount);
    if (wanted.funding_source === 'wallet' && !priced?.isFree) {
      forgetPayment();
      ask.mutate(body, {
        onError: terms.refused,
        onSuccess: (quote) => dispatch({ type: 'quoted', place, quote }),
      });
    } else {
      request.mutate(
        { body, key: keyOf(body) },
        {
          onError: terms.refused,
          onSuccess: (subscription) => {
            forgetKept(`loan.${plan.id}`);
            if (priced?.isFree) onPaid(subscription.reference);
            else if (wanted.funding_source === 'card') payByCard(subscription);
            else dispatch({ type: 'requested', subscription });
          },
        },
      );
    }
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
            forgetRefusals();
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
            forgetRefusals();
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
          busy={busy}
          error={error}
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
            onSending={setSending}
            onPaid={({ reference }) => paid(reference)}
            onRefused={terms.refused}
            requote={() => dispatch({ type: 'repriced' })}
          />
        ))}
      {stage.name === 'card' && (
        <CardPayment
          key={stage.checkout.tx_ref}
          currency={plan.limits.currency}
          checkout={stage.checkout}
          onPaid={() => paid(stage.subscription.reference)}
          onAgain={() => payByCard(stage.subscription)}
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
