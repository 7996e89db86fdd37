import { useReducer, useState } from 'react';
import { useEngineForm } from '@/engine/use-engine-form';
import { usePreparedForm } from '@/engine/use-prepared-form';
import type { Elements } from '@/lib/elements';
import { forgetKept } from '@/lib/kept';
import { useToday } from '@/lib/today';
import { Facts } from '@/payment/breakdown';
import { Balance, money } from '@/payment/money';
import { PinStage } from '@/payment/pin-stage';
import { forgetPayment } from '@/payment/send';
import { Button } from '@/ui/button';
import { Checkbox, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { FormError } from '@/ui/form-error';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { grouped, plainAmount } from '@/ui/typed';
import { CardLines } from '../card-lines';
import { ChangedTerms, useTerms } from '../changed-terms';
import { FundingChoice, useFirstSource, useOfferedSource } from '../funding-choice';
import { newSetLeaving } from '../leaving';
import { limitsWords } from '../limits';
import { usePlanQuote } from '../mutations';
import { PlanCheckout } from '../plan-checkout';
import { AccountDetails } from '../savings/account-details';
import { FoldedSlider } from '../termination-slider';
import type { Plan } from '../types';
import { acceptWords, agreesLater, durationWords, penaltyWords } from '../words';
import { FIRST, isTaken, type Stage, transition, type Wanted } from './flow';
import { NotGuaranteed, Parts } from './parts';

interface Props {
  plan: Plan;
  /** What can be spent from the naira wallet. */
  balance: string;
  open: boolean;
  onClose: () => void;
  /** In place of the PIN: what has to be done before one can be asked for. */
  before: Elements | undefined;
  /** The set is paid. */
  onPaid: (reference: string) => unknown;
}

const TITLES: Record<Stage['name'], string> = {
  form: 'Your coin set',
  receipt: 'Review',
  confirm: 'Authorize',
  card: 'Pay by card',
  account_details: 'Pay by bank transfer',
};

const bodyOf = (plan: Plan, { name, amount, funding_source }: Wanted) => ({
  plan_id: plan.id,
  plan_version: plan.version,
  type: 'coins' as const,
  name,
  amount,
  funding_source,
  confirm: true,
});

/** A coin set, from its amount to its payment. */
export function CoinSheet({ plan: offered, balance, before, open, onClose, onPaid }: Props) {
  const terms = useTerms(offered);
  const { plan, changed } = terms;
  const [stage, dispatch] = useReducer(transition, FIRST);
  const [sending, setSending] = useState(false);
  const ask = usePlanQuote();
  const accept = (wanted: Wanted) => {
    forgetPayment();
    ask.mutate(bodyOf(plan, wanted), {
      onError: terms.refused,
      onSuccess: (quote) => dispatch({ type: 'quoted', quote }),
    });
  };
  const paid = (reference: string) => {
    forgetKept(`coins.${plan.id}`);
    return onPaid(reference);
  };
  const goesBack = stage.name !== 'form' && !isTaken(stage);
  if (changed !== null)
    return (
      <Sheet open={open} onClose={onClose} title={plan.name} stage="changed">
        <ChangedTerms
          seen={plan}
          now={changed}
          onSeen={() => {
            terms.accept();
            ask.reset();
            // The form asks again.
            dispatch({ type: 'closed' });
          }}
        />
      </Sheet>
    );
  return (
    <Sheet
      open={open}
      onClose={onClose}
      afterClose={() => dispatch({ type: 'closed' })}
      title={TITLES[stage.name]}
      stage={stage.name}
      onBack={goesBack ? () => dispatch({ type: 'back' }) : undefined}
      held={sending}
    >
      {stage.name === 'form' && (
        <FormStage
          plan={plan}
          balance={balance}
          onProceed={(wanted) => {
            ask.reset();
            dispatch({ type: 'proceeded', wanted });
          }}
        />
      )}
      {stage.name === 'receipt' && (
        <Review
          plan={plan}
          wanted={stage.wanted}
          busy={ask.isPending}
          error={ask.error?.message}
          onAccepted={() => accept(stage.wanted)}
        />
      )}
      {stage.name === 'confirm' &&
        (before ?? (
          <PinStage
            kind="coins_start"
            order={{
              body: { ...bodyOf(plan, stage.wanted), quote_id: stage.quote.id },
              currency: stage.quote.currency,
              amount: stage.quote.amount,
              payee: stage.quote.payee,
            }}
            total={stage.quote.total}
            payee={plan.name}
            {...agreesLater(stage.wanted.funding_source, {
              words: 'You are about to start a coin set of',
              amount: stage.quote.total,
            })}
            onSending={setSending}
            onPaid={({ reference }) => paid(reference)}
            onAwaited={(subscription) => {
              forgetKept(`coins.${plan.id}`);
              dispatch({ type: 'requested', subscription });
            }}
            onRefused={terms.refused}
            requote={() => dispatch({ type: 'repriced' })}
          />
        ))}
      {stage.name === 'card' && (
        <PlanCheckout
          subscription={stage.subscription}
          purpose="savings"
          onPaid={() => paid(stage.subscription.reference)}
        />
      )}
      {stage.name === 'account_details' && (
        <AccountDetails
          subscription={stage.subscription}
          onArrived={({ reference }) => {
            toast.success('Transaction received');
            void paid(reference);
          }}
        />
      )}
    </Sheet>
  );
}

interface FormStageProps {
  plan: Plan;
  balance: string;
  onProceed: (wanted: Wanted) => void;
}

/** A name, the amount, and how it is paid. */
function FormStage({ plan, balance, onProceed }: FormStageProps) {
  const { currency, minimum, maximum } = plan.limits;
  const context = {
    plan: {
      base_currency: currency,
      min_amount: minimum,
      max_amount: maximum,
      is_flexible: false,
      is_group: false,
    },
    currency,
    rates: null,
    wallet_balance: balance,
  };
  const form = useEngineForm('savings_subscription', {
    defaultValues: {
      name: '',
      amount: '',
      funding_source: useFirstSource(),
      duration: '',
      duration_unit: '',
      confirm: false,
    },
    context,
    keeps: { as: `coins.${plan.id}`, fields: ['name', 'amount', 'funding_source'] },
  });
  const amount = plainAmount(String(form.watch('amount')), currency);
  const judged = usePreparedForm('savings_subscription', context);
  const isPayable = judged.fieldError('amount', amount) === null;
  useOfferedSource(form.watch('funding_source'), (source) => form.setValue('funding_source', source));
  return (
    <Form
      onSubmit={form.handleSubmit(({ name, funding_source }) =>
        onProceed({ name, amount, funding_source: funding_source as Wanted['funding_source'] }),
      )}
      action="Proceed"
      // Disabled while it is not valid. (Document 3, section 5.)
      disabled={!form.formState.isValid}
      error={form.formError}
    >
      <NotGuaranteed />
      <TextField
        label="Name of the set"
        autoComplete="off"
        error={form.errorOf('name')}
        {...form.register('name')}
      />
      <TextField
        label={`Amount (${currency})`}
        inputMode="decimal"
        autoComplete="off"
        className="figures text-xl font-semibold"
        hint={`You can put in ${limitsWords(plan)}.`}
        error={form.errorOf('amount')}
        offer={form.offerOf('amount')}
        {...grouped(form.register('amount'), currency)}
      />
      {isPayable && (
        <>
          <Parts plan={plan} amount={amount} />
          <FundingChoice
            label="Pay with"
            hints={{
              card: 'A card charge is added',
              wallet: (
                <>
                  <span>{'Available: '}</span>
                  <Balance amount={balance} currency={currency} />
                </>
              ),
              bank: 'No fee',
            }}
            error={form.errorOf('funding_source')}
            field={form.register('funding_source')}
          />
        </>
      )}
      <Checkbox error={form.errorOf('confirm')} {...form.register('confirm')}>
        I know that a coin set can lose value.
      </Checkbox>
    </Form>
  );
}

interface ReviewProps {
  plan: Plan;
  wanted: Wanted;
  busy: boolean;
  error: string | undefined;
  onAccepted: () => void;
}

function Review({ plan, wanted, busy, error, onAccepted }: ReviewProps) {
  const { currency } = plan.limits;
  const leaving = newSetLeaving(plan, wanted.amount, useToday());
  return (
    <>
      <div className="text-center">
        <p className="text-sm text-muted">You put in</p>
        <p className="figures text-2xl font-bold wrap-anywhere">{money(wanted.amount, currency)}</p>
        <p className="text-sm text-muted wrap-anywhere">{wanted.name}</p>
      </div>
      <Parts plan={plan} amount={wanted.amount} />
      <Facts
        rows={[
          ['Plan', plan.name],
          ['Duration', durationWords(plan.duration, plan.duration_unit)],
          ['Leaving early', penaltyWords(plan)],
        ]}
      />
      {leaving && <FoldedSlider leaving={leaving} atMarket />}
      {wanted.funding_source === 'card' && <CardLines amount={wanted.amount} currency={currency} />}
      <NotGuaranteed />
      <FormError>{error}</FormError>
      <Button wide busy={busy} onClick={onAccepted}>
        {acceptWords(wanted.funding_source, wanted.amount, currency)}
      </Button>
    </>
  );
}
