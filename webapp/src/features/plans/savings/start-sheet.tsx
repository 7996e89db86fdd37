import { useReducer, useState } from 'react';
import type { Problem } from '@/api/problem';
import type { Elements } from '@/lib/elements';
import { useToday } from '@/lib/today';
import { Breakdown, Facts as Rows } from '@/payment/breakdown';
import { Balance, money } from '@/payment/money';
import { PinStage } from '@/payment/pin-stage';
import { forgetPayment } from '@/payment/send';
import type { Transaction } from '@/payment/types';
import { Button } from '@/ui/button';
import { Sheet } from '@/ui/sheet';
import { CardLines } from '../card-lines';
import { ChangedTerms, useTerms } from '../changed-terms';
import type { FundingSource } from '../funding-choice';
import { usePlanQuote } from '../mutations';
import { PlanCheckout } from '../plan-checkout';
import { SchedulePreview } from '../schedule-preview';
import type { DurationUnit, Plan, Subscription } from '../types';
import { agreesLater, durationWords } from '../words';
import { AccountDetails } from './account-details';
import { type Event, FIRST, type Stage, transition } from './start-flow';
import { type Facts, Preview, StartForm } from './start-form';

interface Props {
  plan: Plan;
  facts: Facts;
  open: boolean;
  onClose: () => void;
  /** The reference of the plan that runs, or of its first payment. */
  onStarted: (reference: string) => void;
  onPaid: (transaction: Transaction) => void;
  /** In place of the PIN: what has to be done before one can be asked for. */
  before?: Elements;
}

/** Starting savings: the form, the receipt or the account to send money to, and the payment. */
export function StartSheet(props: Props) {
  const { facts, open, onClose, onStarted, onPaid, before } = props;
  const terms = useTerms(props.plan);
  const { plan, changed } = terms;
  const [stage, dispatch] = useReducer(transition, FIRST);
  const [sending, setSending] = useState(false);
  // Nor is there a way back once the plan is taken.
  const isFirst = !['receipt', 'authorize'].includes(stage.name);
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
          onRefused={terms.refused}
        />
      )}
      {stage.name === 'receipt' && (
        <Receipt stage={stage} plan={plan} onAccepted={() => dispatch({ type: 'accepted' })} />
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
        <PlanCheckout
          subscription={stage.subscription}
          purpose="savings"
          onPaid={() => onStarted(stage.subscription.reference)}
        />
      )}
    </Sheet>
  );
}

const titleOf = (stage: Stage, plan: Plan): string =>
  ({
    none: plan.name,
    receipt: 'Review',
    account_details: 'Send the first instalment',
    arrived: 'Receipt',
    authorize: 'Authorize',
    card: 'Pay by card',
  })[stage.name];

interface ReceiptProps {
  stage: Extract<Stage, { name: 'receipt' }>;
  plan: Plan;
  onAccepted: () => void;
}

/** What is agreed to: every instalment, and what is paid today. */
function Receipt({ stage: { body, quote }, plan, onAccepted }: ReceiptProps) {
  const duration = Number(body.duration ?? plan.duration);
  const duration_unit = (body.duration_unit ?? plan.duration_unit) as DurationUnit;
  const { amount, currency } = quote;
  const terms = { plan, amount, currency, duration, duration_unit, today: useToday() };
  const isByCard = body.funding_source === 'card';
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
      {isByCard ? (
        <CardLines amount={amount} currency={currency} />
      ) : (
        <Breakdown lines={quote.lines} total={quote.total} currency={currency} totalLabel="You pay today" />
      )}
      <Preview terms={terms} open />
      <Button wide onClick={onAccepted}>
        {isByCard ? 'Pay by card' : `Pay ${money(quote.total, currency)}`}
      </Button>
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
      {...agreesLater(body.funding_source as FundingSource, {
        words: 'You are about to start savings of',
        amount: quote.total,
      })}
      onSending={onSending}
      onPaid={onPaid}
      onAwaited={(subscription) => dispatch({ type: 'awaited', subscription })}
      onRefused={onRefused}
      requote={async () => dispatch({ type: 'requoted', quote: await requote.mutateAsync(body) })}
    />
  );
}
