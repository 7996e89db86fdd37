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
  type: Exclude<PlanType, 'savings'>;
  /** The plan that the address names: it is expanded, whatever page it is on. */
  shown: string | undefined;
  /** Shown if there are no plans. */
  empty: Elements;
  /** A plan, collapsed until it is pressed. */
  children: (subscription: Subscription, card: { open: boolean; onToggle: () => void }) => Elements;
}

/** The view that a kind belongs to. */
const VIEWS = { loan: 'loan', coins: 'investment' };

/** The user's plans of a kind, the newest first; at most one is expanded. */
export function OwnPlans({ type, shown, empty, children }: Props) {
  const [opened, setOpened] = useState<string | null>(shown ?? null);
  const { plan, isKnown, failed } = useShown(type, shown);
  // The footer marks the current place. The dashboard keeps the view that was chosen there.
  useEffect(() => setActiveAccount(VIEWS[type]), [type]);
  const card = (subscription: Subscription) => {
    const { id } = subscription;
    const open = id === opened;
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
          {(subscription) => card(subscription)}
        </DataTable>
      ) : (
        <ListSkeleton />
      )}
    </>
  );
}
