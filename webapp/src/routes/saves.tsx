import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ListChecks, PiggyBank } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { PlanCard } from '@/features/plans/plan-card';
import { type PlanTab, PlanTabs } from '@/features/plans/plan-tabs';
import { plansQuery } from '@/features/plans/queries';
import type { Facts } from '@/features/plans/savings/facts';
import { GoalStep } from '@/features/plans/savings/goal-step';
import { GoalTiles } from '@/features/plans/savings/goal-tiles';
import { type GoalKind, goalNamed, type NamedGoal } from '@/features/plans/savings/goals';
import { fillIn, fillInWay } from '@/features/plans/savings/start-form';
import { StartSheet } from '@/features/plans/savings/start-sheet';
import type { Plan } from '@/features/plans/types';
import type { Elements } from '@/lib/elements';
import { forgetKept } from '@/lib/kept';
import { accountsQuery, ratesQuery } from '@/payment/queries';
import { useRestriction } from '@/payment/restriction';
import { resultOf } from '@/payment/result';
import { forgetPayment } from '@/payment/send';
import { spendable } from '@/payment/spendable';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { buttonClasses } from '@/ui/button';
import { BUTTONS } from '@/ui/columns';
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

const { useSearch } = getRouteApi('/inside/saves');

/** Savings: from a goal, or from the list of plans. */
export function Saves() {
  const navigate = useNavigate();
  const { goal, all, plan } = useSearch();
  const named = goalNamed(goal);
  useUnfinishedPayment((transaction) => {
    forgetKept('savings.');
    void navigate(resultOf(transaction));
  });
  if (all !== undefined || plan !== undefined)
    return (
      <Page key="all" title="Savings plans" back="/saves" wide>
        <Choices>{(plans, facts) => <Offered plans={plans} facts={facts} />}</Choices>
      </Page>
    );
  if (named)
    return (
      <Page key={named.kind} title={named.label} back="/saves">
        <Choices>{(plans, facts) => <FromGoal kind={named.kind} plans={plans} facts={facts} />}</Choices>
      </Page>
    );
  return <Goals />;
}

/** The question that savings begin with. */
function Goals() {
  const refusal = useRestriction();
  return (
    <Page key="goals" title="What are you saving for?" back="/dashboard" wide>
      {refusal !== null && <p className="text-sm text-muted">{refusal}</p>}
      <GoalTiles />
      <div className={BUTTONS}>
        <Link to="/saves" search={{ all: 'yes' }} className={buttonClasses('quiet')}>
          <ListChecks aria-hidden className="size-5" />
          <span>See all plans</span>
        </Link>
        <Link to="/my-savings" className={buttonClasses('quiet')}>
          <PiggyBank aria-hidden className="size-5" />
          <span>My savings</span>
        </Link>
      </div>
    </Page>
  );
}

/** The plans on offer, and what their forms are judged by. */
function Choices({ children }: { children: (plans: Plan[], facts: Facts) => Elements }) {
  const plans = useQuery(plansQuery('savings'));
  const accounts = useQuery(accountsQuery);
  const rates = useQuery(ratesQuery);
  return (
    <Loaded
      query={together(together(accounts, rates), plans)}
      waiting={<ListSkeleton rows={3} label="Loading the plans" />}
    >
      {([[{ wallets }, table], offered]) =>
        offered.length === 0 ? (
          <EmptyState icon={<PiggyBank aria-hidden />} title="There are no savings plans at the moment." />
        ) : (
          children(offered, { rates: table, balance: spendable(wallets) })
        )
      }
    </Loaded>
  );
}

interface OfferedProps {
  plans: Plan[];
  facts: Facts;
}

/** The sheet that starts savings with a plan, and the function that opens it. */
function useStart(facts: Facts) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<{ plan: Plan; goal: NamedGoal | undefined; count: number } | null>(
    null,
  );
  const [open, setOpen] = useState(false);
  const before = usePinFirst('NGN', open);
  return {
    start: (plan: Plan, goal?: NamedGoal) => {
      forgetPayment();
      // A closed sheet starts again.
      setChosen({ plan, goal, count: (chosen?.count ?? 0) + 1 });
      setOpen(true);
    },
    sheet: chosen && (
      <StartSheet
        key={chosen.count}
        plan={chosen.plan}
        goal={chosen.goal}
        facts={facts}
        open={open}
        onClose={() => setOpen(false)}
        before={before}
        onPaid={(reference) => {
          forgetKept('savings.');
          void navigate({ to: '/save-subscribe-success', search: { reference } });
        }}
      />
    ),
  };
}

/** The amount and the day of a goal, and the savings that reach it. */
function FromGoal({ kind, plans, facts }: OfferedProps & { kind: GoalKind }) {
  const { start, sheet } = useStart(facts);
  return (
    <>
      <GoalStep
        kind={kind}
        plans={plans}
        facts={facts}
        refusal={useRestriction()}
        onChosen={({ goal, plan, way }) => {
          fillInWay(plan, facts, goal.name, way);
          start(plan, goal);
        }}
      />
      {sheet}
    </>
  );
}

function Offered({ plans, facts }: OfferedProps) {
  const navigate = useNavigate();
  const { plan: asked, name, amount, funding_source } = useSearch();
  const { start, sheet } = useStart(facts);
  const refusal = useRestriction();
  const choose = (plan: Plan) => {
    fillIn(plan, { name, amount, funding_source });
    start(plan);
  };
  const openAsked = useEffectEvent(() => {
    const plan = plans.find(({ id }) => id === asked);
    if (!plan || refusal !== null) return;
    // Only once: Back from a started plan leads to the list, not to its form.
    void navigate({ to: '/saves', search: { all: 'yes' }, replace: true }).then(() => choose(plan));
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
      {sheet}
    </>
  );
}
