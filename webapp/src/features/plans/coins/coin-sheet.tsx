import { useEngineForm } from '@/engine/later';
import { useToday } from '@/lib/today';
import { Facts } from '@/payment/breakdown';
import { useTerms } from '../changed-terms';
import { useFirstSource } from '../funding-choice';
import { newSetLeaving } from '../leaving';
import { bodyOf, PlanForm, type Wanted } from '../take/parts/plan-form';
import { PlanReview } from '../take/parts/plan-review';
import { type Filling, type Reviewing, type SheetProps, TakeSheet } from '../take/take-sheet';
import { FoldedSlider } from '../termination-slider';
import type { Plan } from '../types';
import { agreesLater, durationWords, penaltyWords } from '../words';
import { NotGuaranteed, Parts } from './parts';

interface Props extends SheetProps {
  plan: Plan;
  /** The spendable balance of the naira wallet. */
  balance: string;
  /** The set is paid. */
  onPaid: (reference: string) => unknown;
}

const keptAs = (plan: Plan): string => `coins.${plan.id}`;

/** A coin set, from its amount to its payment. */
export function CoinSheet({ plan: offered, balance, onPaid, ...sheet }: Props) {
  const terms = useTerms(offered);
  const { plan } = terms;
  return (
    <TakeSheet<'coins_start', Wanted>
      {...sheet}
      action="coins_start"
      title="Your coin set"
      terms={terms}
      priced="review"
      keptAs={keptAs(plan)}
      form={(form) => <CoinForm {...form} plan={plan} balance={balance} />}
      review={(review) => <Review {...review} plan={plan} />}
      body={(wanted) => bodyOf(plan, wanted)}
      pin={({ funding_source }, { total }) => ({
        payee: plan.name,
        ...agreesLater(funding_source, { words: 'You are about to start a coin set of', amount: total }),
      })}
      onPaid={({ reference }) => onPaid(reference)}
    />
  );
}

/** The name, the amount, and the source of the money. */
function CoinForm({ plan, balance, proceed }: Filling<Wanted> & { plan: Plan; balance: string }) {
  const { currency, minimum, maximum } = plan.limits;
  const limits = { base_currency: currency, min_amount: minimum, max_amount: maximum };
  const form = useEngineForm('savings_subscription', {
    defaultValues: {
      name: '',
      amount: '',
      funding_source: useFirstSource(),
      duration: '',
      duration_unit: '',
      confirm: false,
    },
    context: {
      plan: { ...limits, is_flexible: false, is_group: false },
      currency,
      rates: null,
      wallet_balance: balance,
    },
    keeps: { as: keptAs(plan), fields: ['name', 'amount', 'funding_source'] },
  });
  return (
    <PlanForm
      form={form}
      plan={plan}
      balance={balance}
      labels={{
        name: 'Name of the set',
        source: 'Pay with',
        confirm: plan.suitability?.message
          ? 'I know that a coin set can lose value. Its risk may not suit me, and I want it anyway.'
          : 'I know that a coin set can lose value.',
      }}
      verb="put in"
      isPayable={(amount) => form.violationOf('amount', amount) === null}
      above={
        <>
          <NotGuaranteed />
          {plan.suitability?.message && (
            <p className="rounded-control bg-sunken p-4 text-sm font-semibold">{plan.suitability.message}</p>
          )}
        </>
      }
      preview={(amount) => <Parts plan={plan} amount={amount} />}
      proceed={proceed}
    />
  );
}

function Review({ plan, ...review }: Reviewing<Wanted> & { plan: Plan }) {
  const { amount } = review.wanted;
  const leaving = newSetLeaving(plan, amount, useToday());
  return (
    <PlanReview
      {...review}
      words="You put in"
      due={amount}
      currency={plan.limits.currency}
      last={<NotGuaranteed />}
    >
      <Parts plan={plan} amount={amount} />
      <Facts
        rows={[
          ['Plan', plan.name],
          ['Duration', durationWords(plan.duration, plan.duration_unit)],
          ['Leaving early', penaltyWords(plan)],
        ]}
      />
      {leaving && <FoldedSlider leaving={leaving} atMarket />}
    </PlanReview>
  );
}
