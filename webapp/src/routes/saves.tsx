import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { PiggyBank } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { PlanCard } from '@/features/plans/plan-card';
import { type PlanTab, PlanTabs } from '@/features/plans/plan-tabs';
import { plansQuery } from '@/features/plans/queries';
import { type Facts, fillIn } from '@/features/plans/savings/start-form';
import { StartSheet } from '@/features/plans/savings/start-sheet';
import type { Plan } from '@/features/plans/types';
import { forgetKept } from '@/lib/kept';
import { accountsQuery, ratesQuery } from '@/payment/queries';
import { useRestriction } from '@/payment/restriction';
import { resultOf } from '@/payment/result';
import { forgetPayment } from '@/payment/send';
import { spendable } from '@/payment/spendable';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { buttonClasses } from '@/ui/button';
import { Loaded, together } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { usePinFirst } from './use-pin-first';

const TABS = [
  { value: 'all', label: 'All', holds: () => true },
  { value: 'fixed', label: 'Fixed', holds: (plan) => !plan.is_flexible && !plan.is_group },
  { value: 'flexible', label: 'Flexible', holds: (plan) => plan.is_flexible && !plan.is_group },
  { value: 'group', label: 'Group', holds: (plan) => plan.is_group },
] as const satisfies readonly [PlanTab, ...PlanTab[]];

/** A plan named in the address opens automatically, once the page can be seen. (Document 3, section 2.) */
const OPENS_AFTER_MS = 700;

/** Savings plans to choose from. */
export function Saves() {
  const navigate = useNavigate();
  const plans = useQuery(plansQuery('savings'));
  const accounts = useQuery(accountsQuery);
  const rates = useQuery(ratesQuery);
  useUnfinishedPayment((transaction) => {
    forgetKept('savings.');
    void navigate(resultOf(transaction));
  });
  return (
    <Page title="Savings plans" back="/dashboard" wide>
      <Link to="/my-savings" className={buttonClasses('quiet', true)}>
        <PiggyBank aria-hidden className="size-5" />
        <span>My savings</span>
      </Link>
      <Loaded
        query={together(together(accounts, rates), plans)}
        waiting={<ListSkeleton rows={3} label="Loading the plans" />}
      >
        {([[{ wallets }, table], offered]) =>
          offered.length === 0 ? (
            <EmptyState icon={<PiggyBank aria-hidden />} title="There are no savings plans at the moment." />
          ) : (
            <Offered
              plans={offered}
              facts={{
                rates: table,
                balance: spendable(wallets),
              }}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

interface OfferedProps {
  plans: Plan[];
  facts: Facts;
}

function Offered({ plans, facts }: OfferedProps) {
  const navigate = useNavigate();
  const { plan: asked, ...prefill } = getRouteApi('/inside/saves').useSearch();
  const [chosen, setChosen] = useState<{ plan: Plan; count: number } | null>(null);
  const [open, setOpen] = useState(false);
  const before = usePinFirst('NGN', open);
  const refusal = useRestriction();
  const choose = (plan: Plan) => {
    forgetPayment();
    fillIn(plan, prefill);
    // A closed sheet starts again.
    setChosen({ plan, count: (chosen?.count ?? 0) + 1 });
    setOpen(true);
  };
  const openAsked = useEffectEvent(() => {
    const plan = plans.find(({ id }) => id === asked);
    if (!plan || refusal !== null) return;
    // Only once: Back from a started plan leads to the list, not to its form.
    void navigate({ to: '/saves', search: {}, replace: true }).then(() => choose(plan));
  });
  useEffect(() => {
    if (asked === undefined) return;
    const timer = setTimeout(() => openAsked(), OPENS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <>
      <PlanTabs label="Savings plans" tabs={TABS} plans={plans}>
        {(plan) => (
          <PlanCard plan={plan} action="Start saving" refusal={refusal} onChoose={() => choose(plan)} />
        )}
      </PlanTabs>
      {chosen && (
        <StartSheet
          key={chosen.count}
          plan={chosen.plan}
          facts={facts}
          open={open}
          onClose={() => setOpen(false)}
          before={before}
          onPaid={(reference) => {
            forgetKept('savings.');
            void navigate({ to: '/save-subscribe-success', search: { reference } });
          }}
        />
      )}
    </>
  );
}
