import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '@/api/types';
import { useUser } from '@/api/use-session';
import { clustersQuery } from '@/features/community/clusters';
import { JoinSheet } from '@/features/community/join-sheet';
import { refreshUser } from '@/features/identity/api';
import { PhoneSheet } from '@/features/identity/phone-sheet';
import { answersQuery } from '@/features/identity/questions';
import { Example } from '@/features/plans/loans/example';
import type { Unlock } from '@/features/plans/loans/gates';
import { fillInAmount, LoanSheet } from '@/features/plans/loans/loan-sheet';
import { type OwnLimitAnswer, offerOf } from '@/features/plans/loans/offer';
import { OwnLimit } from '@/features/plans/loans/own-limit';
import { LoanRequested } from '@/features/plans/loans/requested';
import { Ticks } from '@/features/plans/loans/ticks';
import { PlanCard } from '@/features/plans/plan-card';
import { PlanTabs } from '@/features/plans/plan-tabs';
import { ownLimitQuery, plansQuery } from '@/features/plans/queries';
import type { Plan } from '@/features/plans/types';
import { accountsQuery } from '@/payment/queries';
import { resultOf } from '@/payment/result';
import { forgetPayment } from '@/payment/send';
import { spendable } from '@/payment/spendable';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { buttonClasses } from '@/ui/button';
import { Columns } from '@/ui/columns';
import { Loaded, together } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { EmptyState, isFirstLoad, ListSkeleton, Unknown } from '@/ui/states';
import { usePinFirst } from './use-pin-first';

/** The loans that are offered, and the way to one. */
export function Loans() {
  const user = useUser();
  const navigate = useNavigate();
  const plans = useQuery(plansQuery('loan'));
  const limit = useQuery(ownLimitQuery);
  useUnfinishedPayment((transaction) => void navigate(resultOf(transaction)));
  const accounts = useQuery(accountsQuery);
  if (!user) return null;
  return (
    <Page title="Loans" back="/dashboard" wide>
      <Loaded query={together(together(plans, accounts), limit)} waiting={<ListSkeleton rows={4} />}>
        {([[offered, { wallets }], own]) => (
          <Offered
            plans={offered.filter(({ is_active }) => is_active)}
            user={user}
            balance={spendable(wallets)}
            limit={own}
          />
        )}
      </Loaded>
      <Link to="/my-loans" className={buttonClasses('quiet', true)}>
        My loans
      </Link>
    </Page>
  );
}

/** The sheets of this page; never more than one is open. */
type Open = 'loan' | 'phone' | 'cluster' | null;

const TABS = [
  { value: 'single', label: 'For one', holds: ({ is_group }: Plan) => !is_group },
  { value: 'group', label: 'With a cluster', holds: ({ is_group }: Plan) => is_group },
] as const;

interface OfferedProps {
  plans: Plan[];
  user: User;
  balance: string;
  limit: OwnLimitAnswer;
}

function Offered({ plans, user, balance, limit }: OfferedProps) {
  const navigate = useNavigate();
  const clusters = useQuery(clustersQuery);
  const answers = useQuery(answersQuery(user.uuid));
  const answered = answers.data?.loan.complete;
  const [plan, setPlan] = useState<Plan>();
  const [open, setOpen] = useState<Open>(null);
  // Whether a request was interrupted, and continues afterwards.
  const [isAsking, setAsking] = useState(false);
  const before = usePinFirst('NGN', open === 'loan');
  const unlock = (wanted: Unlock, asking: boolean) => {
    setAsking(asking);
    if (wanted === 'phone' || wanted === 'cluster') setOpen(wanted);
  };
  const goOn = () => setOpen(isAsking ? 'loan' : null);
  // Without a response the requirement stays unmet, and the sheet says so.
  const joined = () => void refreshUser().then(goOn, goOn);
  const offer = offerOf(plans, limit, user);
  return (
    <>
      <Columns
        first={offer && <OwnLimit limit={limit} offer={offer} />}
        second={
          isFirstLoad(answers) ? (
            <Unknown />
          ) : (
            <Ticks
              plans={plans}
              user={user}
              answered={answered}
              onUnlock={(wanted) => unlock(wanted, false)}
            />
          )
        }
      />
      <PlanTabs label="Loans" tabs={TABS} plans={plans}>
        {(offered) => {
          const amounts = offer?.plans[plans.indexOf(offered)];
          return (
            <PlanCard
              plan={offered}
              action="Take loan"
              {...(amounts && {
                example: (
                  <Example
                    plan={offered}
                    offered={amounts}
                    onLook={(amount) => fillInAmount(offered, amount)}
                  />
                ),
              })}
              onChoose={() => {
                forgetPayment();
                setPlan(offered);
                setOpen('loan');
              }}
            />
          );
        }}
      </PlanTabs>
      {plan && (
        <LoanSheet
          key={`${plan.id}/${plan.version}`}
          plan={plan}
          user={user}
          balance={balance}
          cluster={clusters.data?.[0]?.name ?? null}
          answered={answered}
          before={before}
          open={open === 'loan'}
          onClose={() => setOpen(null)}
          onUnlock={(wanted) => unlock(wanted, true)}
          onPaid={(reference) => navigate({ to: '/loan-subscribe-success', search: { reference } })}
        />
      )}
      <PhoneSheet open={open === 'phone'} onClose={goOn} />
      <JoinSheet
        open={open === 'cluster'}
        next={isAsking ? 'Continue with your loan' : 'Back to the loans'}
        onClose={joined}
        onOpen={joined}
      />
    </>
  );
}

/** The confirmation of a requested loan. */
export function LoanSubscribed() {
  const { reference } = getRouteApi('/inside/loan-subscribe-success').useSearch();
  return (
    <Page title="Loan request" quiet>
      {reference === undefined ? (
        <EmptyState drawing="not-found" title="We couldn't find this loan" />
      ) : (
        <LoanRequested reference={reference} />
      )}
      <Link to="/my-loans" className={buttonClasses('primary', true)}>
        My loans
      </Link>
    </Page>
  );
}
