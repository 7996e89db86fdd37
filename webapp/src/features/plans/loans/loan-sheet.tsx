import { useState } from 'react';
import type { User } from '@/api/types';
import { evaluate, useEngineForm } from '@/engine/later';
import { keep } from '@/lib/kept';
import type { Place } from '@/lib/location';
import { groupedAmount } from '@/ui/typed';
import { useTerms } from '../changed-terms';
import { useFirstSource } from '../funding-choice';
import { bodyOf, PlanForm, type Wanted } from '../take/parts/plan-form';
import { type Filling, type SheetProps, TakeSheet } from '../take/take-sheet';
import type { Plan } from '../types';
import { feeWords } from '../words';
import { costOf } from './cost';
import { contextOf, Gates, gatesOf, type Unlock } from './gates';
import { InvoiceStage } from './invoice-stage';
import { TermsStage } from './terms-stage';

interface Props extends SheetProps {
  plan: Plan;
  user: User;
  /** The spendable balance of the naira wallet. */
  balance: string;
  /** The user's first cluster. */
  cluster: string | null;
  /** Whether the loan questions are answered; undefined while that is not known. */
  answered: boolean | undefined;
  /** The sheet has closed so that the user can meet a requirement; later it continues at the same stage. */
  onUnlock: (unlock: Unlock) => void;
  /** The fee is paid. */
  onPaid: (reference: string) => unknown;
}

const TITLES = {
  terms: 'Terms',
  review: 'Invoice',
  card: 'Pay the request fee',
  account_details: 'Pay the request fee',
};

const keptAs = (plan: Plan): string => `loan.${plan.id}`;

/** Fills in an amount that the user has looked at. */
export const fillInAmount = (plan: Plan, amount: string): void =>
  keep(keptAs(plan), { amount: groupedAmount(amount, plan.limits.currency) });

/** A loan, from its terms to the payment of its request fee. */
export function LoanSheet({ plan: offered, user, balance, cluster, answered, ...props }: Props) {
  const { onUnlock, onPaid, ...sheet } = props;
  const terms = useTerms(offered);
  const { plan } = terms;
  const [unlocking, setUnlocking] = useState<Unlock | null>(null);
  const unlock = (wanted: Unlock) => {
    setUnlocking(wanted);
    sheet.onClose();
  };
  const shared = { plan, user, onUnlock: unlock };
  return (
    <TakeSheet<'loan_request', Wanted & Partial<Place>>
      {...sheet}
      action="loan_request"
      title="Your loan"
      titles={TITLES}
      terms={terms}
      priced="review"
      keptAs={keptAs(plan)}
      steps={{
        terms: ({ answer }) => <TermsStage {...shared} answered={answered} onAgreed={() => answer({})} />,
      }}
      form={({ proceed }) => <LoanForm {...shared} balance={balance} proceed={proceed} />}
      review={(review) => <InvoiceStage {...shared} {...review} cluster={cluster} />}
      body={(wanted) => bodyOf(plan, wanted)}
      pin={({ amount, funding_source }, { recipient, total, currency }) => ({
        payee: recipient?.name ?? plan.name,
        agrees: {
          words: 'You are about to borrow',
          amount,
          note: costOf(plan, amount)?.isFree
            ? 'There is no request fee.'
            : feeWords(funding_source, total, currency),
        },
      })}
      onPaid={({ reference }) => onPaid(reference)}
      interrupted={
        unlocking &&
        (() => {
          setUnlocking(null);
          onUnlock(unlocking);
        })
      }
    />
  );
}

/** The cost of a loan is visible to everybody: the requirements are checked at its acceptance. */
const OPEN = { phone: true, clusters: true, location: true };

interface FormProps extends Pick<Filling<Wanted>, 'proceed'> {
  plan: Plan;
  user: User;
  balance: string;
  onUnlock: (unlock: Unlock) => void;
}

/** The purpose of the loan, its amount, and the source of the request fee. */
function LoanForm({ plan, user, balance, onUnlock, proceed }: FormProps) {
  const { currency, minimum } = plan.limits;
  const first = useFirstSource();
  const isFree = costOf(plan, minimum)?.isFree ?? false;
  const form = useEngineForm('loan_subscription', {
    defaultValues: { name: '', amount: '', funding_source: isFree ? 'wallet' : first, confirm: false },
    context: { ...contextOf(plan, user, null), ...OPEN },
    keeps: { as: keptAs(plan), fields: ['name', 'amount', 'funding_source'] },
  });
  return (
    <PlanForm
      form={form}
      plan={plan}
      balance={balance}
      labels={{
        name: 'Purpose of the loan',
        source: 'Pay the request fee with',
        confirm: 'I confirm that the purpose and the amount are right.',
      }}
      verb="borrow"
      isPayable={(amount) =>
        !isFree && evaluate('plan.funding', { kind: 'loan', amount, currency }).shown === true
      }
      below={<Gates gates={gatesOf(plan, user)} onUnlock={onUnlock} />}
      proceed={proceed}
    />
  );
}
