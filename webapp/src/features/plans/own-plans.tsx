import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DataTable } from '@/ui/data-table';
import { LOOK_EVERY_MS, subscriptionsQuery } from './queries';
import type { PlanType, Subscription } from './types';
import { useShown } from './use-shown';

interface Props {
  type: PlanType;
  /** The plan that the address names: it is open, on whatever page it is. */
  shown: string | undefined;
  /** Shown where the user has none. */
  empty: ReactNode;
  /** One plan, closed until it is pressed. */
  children: (subscription: Subscription, card: { open: boolean; onToggle: () => void }) => ReactNode;
}

/** The user's plans of a kind, the newest first; one of them is open at a time. */
export function OwnPlans({ type, shown, empty, children }: Props) {
  const [opened, setOpened] = useState<string | null>(shown ?? null);
  const first = useQuery(subscriptionsQuery(type)).data?.data;
  const elsewhere = useShown(type, shown, first);
  const card = (subscription: Subscription) => {
    const { id } = subscription;
    const open = id === opened;
    return children(subscription, { open, onToggle: () => setOpened(open ? null : id) });
  };
  return (
    <>
      {elsewhere && card(elsewhere)}
      <DataTable
        query={({ page }) => ({ ...subscriptionsQuery(type, page), refetchInterval: LOOK_EVERY_MS })}
        keyOf={({ id }) => id}
        rowClass=""
        cards
        without={elsewhere?.id}
        empty={empty}
      >
        {card}
      </DataTable>
    </>
  );
}
