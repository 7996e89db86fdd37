import { type ReactNode, useState } from 'react';
import { DataTable } from '@/ui/data-table';
import { subscriptionsQuery } from './queries';
import type { PlanType, Subscription } from './types';

interface Props {
  type: PlanType;
  /** Shown where the user has none. */
  empty: ReactNode;
  /** One plan, closed until it is pressed. */
  children: (subscription: Subscription, card: { open: boolean; onToggle: () => void }) => ReactNode;
}

/** Decisions, prices and orders change while the page is open. */
const LOOK_EVERY_MS = 10_000;

/** The user's plans of a kind, the newest first; one of them is open at a time. */
export function OwnPlans({ type, empty, children }: Props) {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <DataTable
      query={({ page }) => ({ ...subscriptionsQuery(type, page), refetchInterval: LOOK_EVERY_MS })}
      keyOf={({ id }) => id}
      rowClass=""
      cards
      empty={empty}
    >
      {(subscription) => {
        const { id } = subscription;
        const open = id === opened;
        return children(subscription, { open, onToggle: () => setOpened(open ? null : id) });
      }}
    </DataTable>
  );
}
