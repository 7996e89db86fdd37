import { type ReactNode, useReducer, useState } from 'react';
import type { Problem } from '@/api/problem';
import { lagosToday } from '@/lib/today';
import { Breakdown, Facts as Rows } from '@/payment/breakdown';
import { CardPayment } from '@/payment/card-payment';
import { Balance, money } from '@/payment/money';
import { PinStage } from '@/payment/pin-stage';
import { forgetPayment } from '@/payment/send';
import type { Transaction } from '@/payment/types';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { Sheet } from '@/ui/sheet';
import { plainAmount } from '@/ui/typed';
import { CardLines } from '../card-lines';
import { ChangedTerms, useTerms } from '../changed-terms';
import { useAwaitPlan, usePlanCard, usePlanQuote } from '../mutations';
import { SchedulePreview } from '../schedule-preview';
import type { DurationUnit, Plan, Subscription } from '../types';
import { durationWords } from '../words';
import { AccountDetails } from './account-details';
import { type Event, FIRST, type Stage, transition } from './start-flow';
import { type Facts, Preview, StartForm } from './start-form';
import { useKeyOf } from './use-key-of';

interface Props {
  plan: Plan;
  facts: Facts;
  open: boolean;
  onClose: () => void;
  /** The reference of the plan that runs, or of its first payment. */
  onStarted: (reference: string) => void;
  onPaid: (transaction: Transaction) => void;
  /** In place of the PIN: what has to be done before one can be asked for. */
  before?: ReactNode;
}

/** Starting savings: the form, the receipt or the account to send money to, and the payment. */
export function StartSheet(props: Props) {
  const { facts, open, onClose, onStarted, onPaid, before } = props;
  const terms = useTerms(props.plan);
  const { plan, changed } = terms;
  const [stage, dispatch] = useReducer(transition, FIRST);
  const [sending, setSending] = useState(false);
  const isFirst = stage.name === 'none' || stage.name === 'card' || stage.name === 'arrived';
  if (changed !== null)
    return (
      <Sheet open={open} onClose={onClose} title={plan.name} stage="changed">
        <ChangedTerms
          seen={plan}
          now={changed}
          onSeen={() => {
            terms.accept();
            dispatch({ type: 'restarted' });
          }}
        />
      </Sheet>
    );
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={titleOf(stage, plan)}
      stage={stage.name}
      onBack={isFirst ? undefined : () => dispatch({ type: 'back' })}
      held={sending}
    >
      {stage.name === 'none' && (
        <StartForm
          plan={plan}
          facts={facts}
          onProceeded={(body, quote) => {
            forgetPayment();
            dispatch({ type: 'proceeded', body, quote });
          }}
          onAwaited={(subscription) => dispatch({ type: 'awaited', subscription })}
          onRefused={terms.refused}
        />
      )}
      {stage.name === 'receipt' && (
        <Receipt stage={stage} plan={plan} dispatch={dispatch} onRefused={terms.refused} />
      )}
      {stage.name === 'account_details' && (
        <AccountDetails
          subscription={stage.subscription}
          onArrived={(subscription) => dispatch({ type: 'arrived', subscription })}
        />
      )}
      {stage.name === 'arrived' && (
        <Arrived subscription={stage.subscription} onDone={() => onStarted(stage.subscription.reference)} />
      )}
      {stage.name === 'authorize' &&
        (before ?? (
          <Authorize
            stage={stage}
            plan={plan}
            dispatch={dispatch}
            onSending={setSending}
            onPaid={onPaid}
            onRefused={terms.refused}
          />
        ))}
      {stage.name === 'card' && (
        <ByCard
          key={stage.checkout.tx_ref}
          stage={stage}
          dispatch={dispatch}
          onPaid={() => onStarted(stage.subscription.reference)}
        />
      )}
    </Sheet>
  );
}

const titleOf = (stage: Stage, plan: Plan): string =>
  ({
    none: plan.name,
    receipt: 'Receipt',
    account_details: 'Send the first instalment',
    arrived: 'Receipt',
    authorize: 'Authorize',
    card: 'Pay by card',
  })[stage.name];

interface ReceiptProps {
  stage: Extract<Stage, { name: 'receipt' }>;
  plan: Plan;
  dispatch: (event: Event) => void;
  onRefused: (problem: Problem) => boolean;
}

/** What is agreed to: every instalment, and what is paid today. */
function Receipt({ stage: { body, quote }, plan, dispatch, onRefused }: ReceiptProps) {
  const wait = useAwaitPlan();
  const start = usePlanCard();
  const keyOf = useKeyOf();
  const duration = Number(body.duration ?? plan.duration);
  const duration_unit = (body.duration_unit ?? plan.duration_unit) as DurationUnit;
  // As the rules take it: the server reads what was typed.
  const amount = plainAmount(String(body.amount), 'NGN');
  const terms = { plan, amount, currency: 'NGN', duration, duration_unit, today: lagosToday() } as const;
  const error = wait.error ?? start.error;
  const accept = () => {
    if (quote) return dispatch({ type: 'accepted' });
    wait.mutate(
      { body, key: keyOf(body) },
      {
        onError: onRefused,
        onSuccess: (subscription) =>
          start.mutate(
            { purpose: 'savings', id: subscription.id, currency: subscription.currency },
            { onSuccess: (checkout) => dispatch({ type: 'checked_out', subscription, checkout }) },
          ),
      },
    );
  };
  return (
    <>
      <Rows
        rows={[
          ['Plan', plan.name],
          ['Purpose', body.name],
          ['Duration', durationWords(duration, duration_unit)],
        ]}
      />
      <hr className="border-line" />
      {quote ? (
        <Breakdown
          lines={quote.lines}
          total={quote.total}
          currency={quote.currency}
          totalLabel="You pay today"
        />
      ) : (
        <CardLines amount={amount} currency="NGN" />
      )}
      <Preview terms={terms} open />
      <FormError>{error?.message}</FormError>
      <Button wide busy={wait.isPending || start.isPending} onClick={accept}>
        {quote ? `Pay ${money(quote.total, quote.currency)}` : 'Pay by card'}
      </Button>
    </>
  );
}

interface ByCardProps {
  stage: Extract<Stage, { name: 'card' }>;
  dispatch: (event: Event) => void;
  onPaid: () => void;
}

/** The card company's page. The plan stays the same however often its card is tried. */
function ByCard({ stage: { subscription, checkout }, dispatch, onPaid }: ByCardProps) {
  const { id, currency } = subscription;
  const start = usePlanCard();
  return (
    <>
      <CardPayment
        currency={currency}
        checkout={checkout}
        onPaid={onPaid}
        onAgain={() =>
          start.mutate(
            { purpose: 'savings', id, currency },
            { onSuccess: (next) => dispatch({ type: 'checked_out', subscription, checkout: next }) },
          )
        }
      />
      <FormError>{start.error?.message}</FormError>
    </>
  );
}

/** What a transfer has paid, and every instalment after it. */
function Arrived({ subscription, onDone }: { subscription: Subscription; onDone: () => void }) {
  const { name, progress, currency, savings, plan } = subscription;
  return (
    <>
      <Rows
        rows={[
          ['Plan', plan.name],
          ['Purpose', name],
          ['Received', <Balance key="paid" amount={progress.paid} currency={currency} />],
        ]}
      />
      <SchedulePreview
        instalments={savings.map(({ number, due_at, amount }) => ({ number, due_at, amount }))}
        currency={currency}
        total={progress.total}
        totalLabel="You save"
        open
        own
      />
      <Button wide onClick={onDone}>
        Done
      </Button>
    </>
  );
}

interface AuthorizeProps {
  stage: Extract<Stage, { name: 'authorize' }>;
  plan: Plan;
  dispatch: (event: Event) => void;
  onSending: (sending: boolean) => void;
  onPaid: (transaction: Transaction) => void;
  onRefused: (problem: Problem) => boolean;
}

function Authorize(props: AuthorizeProps) {
  const { stage, plan, dispatch, onSending, onPaid, onRefused } = props;
  const { body, quote } = stage;
  const requote = usePlanQuote();
  return (
    <PinStage
      kind="savings_start"
      order={{
        body: { ...body, quote_id: quote.id },
        currency: quote.currency,
        amount: quote.amount,
        payee: quote.payee,
      }}
      total={quote.total}
      payee={plan.name}
      onSending={onSending}
      onPaid={onPaid}
      onRefused={onRefused}
      requote={async () => dispatch({ type: 'requoted', quote: await requote.mutateAsync(body) })}
    />
  );
}
