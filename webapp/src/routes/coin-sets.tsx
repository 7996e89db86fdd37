import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CoinSheet } from '@/features/plans/coins/coin-sheet';
import { NotGuaranteed } from '@/features/plans/coins/parts';
import { NOT_OFFERED } from '@/features/plans/coins/words';
import { PlanCard } from '@/features/plans/plan-card';
import { PlanTabs } from '@/features/plans/plan-tabs';
import { plansQuery } from '@/features/plans/queries';
import type { Plan } from '@/features/plans/types';
import { accountsQuery } from '@/payment/queries';
import { useRestriction } from '@/payment/restriction';
import { resultOf } from '@/payment/result';
import { forgetPayment } from '@/payment/send';
import { spendable } from '@/payment/spendable';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { buttonClasses } from '@/ui/button';
import { useServices } from '@/ui/configuration';
import { Loaded, together } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { usePinFirst } from './use-pin-first';

/** The coin sets that are offered, and the way to one. */
export function Plans() {
  const navigate = useNavigate();
  const has = useServices();
  useUnfinishedPayment((transaction) => void navigate(resultOf(transaction)));
  return (
    <Page title="Investment plans" back="/dashboard" wide>
      {has('coin_sets') ? <LoadedPlans /> : <EmptyState title={NOT_OFFERED} />}
      <Link to="/my-plans" className={buttonClasses('quiet', true)}>
        My coin sets
      </Link>
    </Page>
  );
}

function LoadedPlans() {
  const plans = useQuery(plansQuery('coins'));
  const accounts = useQuery(accountsQuery);
  return (
    <>
      <NotGuaranteed />
      <Loaded query={together(plans, accounts)} waiting={<ListSkeleton rows={3} />}>
        {([offered, { wallets }]) => <Offered plans={offered} balance={spendable(wallets)} />}
      </Loaded>
    </>
  );
}

/** Grouped by whether leaving early is free. */
const TABS = [
  { value: 'fixed', label: 'Fixed term', holds: ({ is_flexible }: Plan) => !is_flexible },
  { value: 'flexible', label: 'Flexible', holds: ({ is_flexible }: Plan) => is_flexible },
] as const;

function Offered({ plans, balance }: { plans: Plan[]; balance: string }) {
  const navigate = useNavigate();
  const [plan, setPlan] = useState<Plan>();
  const [open, setOpen] = useState(false);
  const before = usePinFirst('NGN', open);
  const refusal = useRestriction();
  return (
    <>
      <PlanTabs label="Investment plans" tabs={TABS} plans={plans}>
        {(offered) => (
          <PlanCard
            plan={offered}
            action="Start plan"
            refusal={refusal}
            onChoose={() => {
              forgetPayment();
              setPlan(offered);
              setOpen(true);
            }}
          />
        )}
      </PlanTabs>
      {plan && (
        <CoinSheet
          key={`${plan.id}/${plan.version}`}
          plan={plan}
          balance={balance}
          before={before}
          open={open}
          onClose={() => setOpen(false)}
          onPaid={(reference) => navigate({ to: '/subscribe-success', search: { reference } })}
        />
      )}
    </>
  );
}
