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
import type { Unlock } from '@/features/plans/loans/gates';
import { LoanSheet } from '@/features/plans/loans/loan-sheet';
import { OwnLimit } from '@/features/plans/loans/own-limit';
import { LoanRequested } from '@/features/plans/loans/requested';
import { PlanCard } from '@/features/plans/plan-card';
import { PlanTabs } from '@/features/plans/plan-tabs';
import { plansQuery } from '@/features/plans/queries';
import type { Plan } from '@/features/plans/types';
import { accountsQuery } from '@/payment/queries';
import { resultOf } from '@/payment/result';
import { forgetPayment } from '@/payment/send';
import { spendable } from '@/payment/spendable';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { buttonClasses } from '@/ui/button';
import { Loaded, together } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { usePinFirst } from './use-pin-first';

/** The loans that are offered, and the way to one. */
export function Loans() {
  const user = useUser();
  const navigate = useNavigate();
  const plans = useQuery(plansQuery('loan'));
  useUnfinishedPayment((transaction) => void navigate(resultOf(transaction)));
  const accounts = useQuery(accountsQuery);
  if (!user) return null;
  return (
    <Page title="Loans" back="/dashboard" wide>
      <OwnLimit />
      <Loaded query={together(plans, accounts)} waiting={<ListSkeleton rows={3} />}>
        {([offered, { wallets }]) => <Offered plans={offered} user={user} balance={spendable(wallets)} />}
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

function Offered({ plans, user, balance }: { plans: Plan[]; user: User; balance: string }) {
  const navigate = useNavigate();
  const clusters = useQuery(clustersQuery);
  const answers = useQuery(answersQuery(user.uuid));
  const [plan, setPlan] = useState<Plan>();
  const [open, setOpen] = useState<Open>(null);
  const before = usePinFirst('NGN', open === 'loan');
  const unlock = (wanted: Unlock) => {
    if (wanted === 'phone' || wanted === 'cluster') setOpen(wanted);
  };
  // The request continues where it was interrupted.
  const goOn = () => setOpen('loan');
  // Without a response the requirement stays unmet, and the sheet says so.
  const joined = () => void refreshUser().then(goOn, goOn);
  return (
    <>
      <PlanTabs label="Loans" tabs={TABS} plans={plans}>
        {(offered) => (
          <PlanCard
            plan={offered}
            action="Take loan"
            onChoose={() => {
              forgetPayment();
              setPlan(offered);
              setOpen('loan');
            }}
          />
        )}
      </PlanTabs>
      {plan && (
        <LoanSheet
          key={`${plan.id}/${plan.version}`}
          plan={plan}
          user={user}
          balance={balance}
          cluster={clusters.data?.[0]?.name ?? null}
          answered={answers.data?.loan.complete}
          before={before}
          open={open === 'loan'}
          onClose={() => setOpen(null)}
          onUnlock={unlock}
          onPaid={(reference) => navigate({ to: '/loan-subscribe-success', search: { reference } })}
        />
      )}
      <PhoneSheet open={open === 'phone'} onClose={goOn} />
      <JoinSheet open={open === 'cluster'} next="Continue with your loan" onClose={joined} onOpen={joined} />
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
