import { useToday } from '@/lib/today';
import { Breakdown, Facts as Rows } from '@/payment/breakdown';
import { Balance, money } from '@/payment/money';
import { Button } from '@/ui/button';
import { useTerms } from '../changed-terms';
import type { SubscribeBody } from '../common/mutations';
import { SchedulePreview } from '../common/schedule-preview';
import type { FundingSource } from '../funding-choice';
import { CardLines } from '../take/card-lines';
import { type Reviewing, type SheetProps, TakeSheet } from '../take/take-sheet';
import type { DurationUnit, Plan, Subscription } from '../types';
import { agreesLater, durationWords } from '../words';
import type { Facts } from './facts';
import type { NamedGoal } from './goals';
import { Preview, StartForm } from './start-form';

interface Props extends SheetProps {
  plan: Plan;
  facts: Facts;
  /** The goal that led to the plan, with its name. */
  goal?: NamedGoal | undefined;
  /** The first instalment is paid. */
  onPaid: (reference: string) => void;
}

/** Savings, from their form to the payment of the first instalment. */
export function StartSheet({ plan: offered, facts, goal, onPaid, ...sheet }: Props) {
  const terms = useTerms(offered);
  const { plan } = terms;
  return (
    <TakeSheet<'savings_start', SubscribeBody>
      {...sheet}
      action="savings_start"
      title={goal?.name ?? plan.name}
      titles={{ account_details: 'Send the first instalment', done: 'Receipt' }}
      terms={terms}
      priced="form"
      form={(form) => <StartForm {...form} plan={plan} facts={facts} goal={goal} />}
      review={(review) => <Review {...review} plan={plan} />}
      // A bank transfer has no charges to look at. (Document 3, section 2.)
      reviews={({ funding_source }) => funding_source !== 'bank'}
      body={(wanted) => wanted}
      pin={({ funding_source }, { total }) => ({
        payee: plan.name,
        ...agreesLater(funding_source as FundingSource, {
          words: 'You are about to start savings of',
          amount: total,
        }),
      })}
      onPaid={({ reference, transaction }, show) => (transaction ? onPaid(reference) : show())}
      done={({ reference, subscription }) =>
        subscription && <Arrived subscription={subscription} onDone={() => onPaid(reference)} />
      }
    />
  );
}

/** The terms to accept: every instalment, and today's payment. */
function Review({ wanted: body, quote, accept, plan }: Reviewing<SubscribeBody> & { plan: Plan }) {
  const today = useToday();
  if (!quote) return null;
  const duration = Number(body.duration ?? plan.duration);
  const duration_unit = (body.duration_unit ?? plan.duration_unit) as DurationUnit;
  const { amount, currency } = quote;
  const isByCard = body.funding_source === 'card';
  return (
    <>
      <Rows
        rows={[
          ['Plan', plan.name],
          ['Purpose', body.name],
          typeof body.target === 'string' && ['Goal', money(body.target, currency)],
          ['Duration', durationWords(duration, duration_unit)],
        ]}
      />
      <hr className="border-line" />
      {isByCard ? (
        <CardLines amount={amount} currency={currency} />
      ) : (
        <Breakdown
          lines={quote.lines}
          total={quote.total}
          currency={currency}
          totalLabel="You pay today"
          of={{ quote: quote.id }}
        />
      )}
      {quote.rate_note !== null && <p className="text-sm text-muted">{quote.rate_note}</p>}
      <Preview terms={{ plan, amount, currency, duration, duration_unit, today }} open />
      <Button wide onClick={() => accept(body)}>
        {isByCard ? 'Pay by card' : `Pay ${money(quote.total, currency)}`}
      </Button>
    </>
  );
}

/** The amount of the transfer that has arrived, and every instalment. */
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
        instalments={savings}
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
