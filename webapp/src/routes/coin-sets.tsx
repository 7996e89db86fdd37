import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ChartLine } from 'lucide-react';
import { useState } from 'react';
import { CoinSetItem } from '@/features/plans/coins/coin-set-item';
import { CoinSheet } from '@/features/plans/coins/coin-sheet';
import { NotGuaranteed } from '@/features/plans/coins/parts';
import { CoinSetStarted } from '@/features/plans/coins/started';
import { OwnPlans } from '@/features/plans/own-plans';
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

const NOT_OFFERED = 'Investment plans are not offered here.';

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

/** The user's coin sets, the newest first. */
export function MyPlans() {
  const { id } = getRouteApi('/inside/my-plans').useSearch();
  const offered = useServices()('coin_sets');
  return (
    <Page title="My coin sets" back="/dashboard" wide>
      <OwnPlans
        key={id}
        type="coins"
        shown={id}
        empty={
          offered ? (
            <EmptyState
              icon={<ChartLine aria-hidden className="size-6" />}
              title="You have no coin sets yet."
            >
              <p className="text-sm text-muted">Choose an investment plan to start.</p>
            </EmptyState>
          ) : (
            <EmptyState title={NOT_OFFERED} />
          )
        }
      >
        {(set, card) => <CoinSetItem set={set} {...card} />}
      </OwnPlans>
      {offered && (
        <Link to="/plans" className={buttonClasses('primary', true)}>
          <ChartLine aria-hidden className="size-5" />
          <span>See the plans</span>
        </Link>
      )}
    </Page>
  );
}

/** The confirmation of a started coin set. */
export function CoinsSubscribed() {
  const { reference } = getRouteApi('/inside/subscribe-success').useSearch();
  return (
    <Page title="Coin set" quiet>
      {reference === undefined ? (
        <EmptyState title="We couldn't find this coin set" />
      ) : (
        <CoinSetStarted reference={reference} />
      )}
      <Link to="/my-plans" className={buttonClasses('primary', true)}>
        My coin sets
      </Link>
    </Page>
  );
}
