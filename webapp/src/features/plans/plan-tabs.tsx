import { useState } from 'react';
import type { Elements } from '@/lib/elements';
import { CARDS } from '@/ui/columns';
import { Segmented } from '@/ui/segmented';
import { EmptyState } from '@/ui/states';
import type { Plan } from './types';

/** A tab, and a test for the plans in it. */
export interface PlanTab {
  value: string;
  label: string;
  holds: (plan: Plan) => boolean;
}

interface Props {
  /** The subject of the tabs, for screen readers. */
  label: string;
  tabs: readonly [PlanTab, ...PlanTab[]];
  plans: readonly Plan[];
  /** The card of a plan. */
  children: (plan: Plan) => Elements;
}

/** Active plans in tabs; empty tabs are omitted. */
export function PlanTabs({ label, tabs, plans, children }: Props) {
  const active = plans.filter(({ is_active }) => is_active);
  const filled = tabs.filter(({ holds }) => active.some(holds));
  const [value, setValue] = useState(tabs[0].value);
  const tab = filled.find((one) => one.value === value) ?? filled[0];
  if (!tab) return <EmptyState title="There are no plans at the moment." />;
  return (
    <Segmented label={label} options={filled} value={tab.value} onChange={setValue}>
      <ul className={`${CARDS} gap-4`}>
        {active.filter(tab.holds).map((plan) => (
          <li key={plan.id}>{children(plan)}</li>
        ))}
      </ul>
    </Segmented>
  );
}
