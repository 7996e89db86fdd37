import { useEffect, useState } from 'react';
import { setActiveAccount } from '@/lib/active-account';
import type { Elements } from '@/lib/elements';
import { DataTable } from '@/ui/data-table';
import { Loaded } from '@/ui/loaded';
import { ListSkeleton } from '@/ui/states';
import { LOOK_EVERY_MS, subscriptionsQuery } from './queries';
import type { PlanType, Subscription } from './types';
import { useShown } from './use-shown';

interface Props {
  type: PlanType;
  /** The plan that the address names: it is open, on whatever page it is. */
  shown: string | undefined;
  /** The first plan is open until another is pressed. */
  opensFirst?: boolean;
  /** Shown where the user has none. */
  empty: Elements;
  /** One plan, closed until it is pressed. */
  children: (subscription: Subscription, card: { open: boolean; onToggle: () => void }) => Elements;
}

/** The view that a kind belongs to. */
const VIEWS: Record<PlanType, string> = { savings: 'savings', loan: 'loan', coins: 'investment' };

/** In place of an id: whichever plan is first. */
const FIRST = 'first';

/** The user's plans of a kind, the newest first; one of them is open at a time. */
export function OwnPlans({ type, shown, opensFirst = false, empty, children }: Props) {
  const [opened, setOpened] = useState<string | null>(shown ?? (opensFirst ? FIRST : null));
  const { plan, isKnown, failed } = useShown(type, shown);
  // The footer has the place that is looked at. The dashboard goes on with the view that was chosen there.
  useEffect(() => setActiveAccount(VIEWS[type]), [type]);
  const card = (subscription: Subscription, index?: number) => {
    const { id } = subscription;
    const open = id === opened || (opened === FIRST && index === 0);
    return children(subscription, { open, onToggle: () => setOpened(open ? null : id) });
  };
  return (
    <>
      {failed && <Loaded query={failed}>{() => null}</Loaded>}
      {plan && card(plan)}
      {isKnown ? (
        <DataTable
          query={({ page, per_page }) => ({
            ...subscriptionsQuery(type, { page, per_page }),
            refetchInterval: LOOK_EVERY_MS,
          })}
          keyOf={({ id }) => id}
          rowClass=""
          cards
          without={plan?.id}
          empty={empty}
        >
          {card}
        </DataTable>
      ) : (
        <ListSkeleton />
      )}
    </>
  );
}
