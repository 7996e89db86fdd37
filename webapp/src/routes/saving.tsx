import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Problem } from '@/api/problem';
import { LOOK_EVERY_MS, listedPlan, subscriptionQuery } from '@/features/plans/queries';
import { type Payable, PaySheet } from '@/features/plans/savings/pay-sheet';
import { SavingDetail } from '@/features/plans/savings/saving-detail';
import type { Subscription } from '@/features/plans/types';
import { accountsQuery } from '@/payment/queries';
import { spendable } from '@/payment/spendable';
import { useConfiguration } from '@/ui/configuration';
import { Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { Sheet } from '@/ui/sheet';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { usePinFirst } from './use-pin-first';

// Only creators of groups add members.
const AddMember = lazy(() => import('./add-member'));
const CancelDialog = lazy(async () => ({
  default: (await import('@/features/plans/cancel-dialog')).CancelDialog,
}));
const ContinueSheet = lazy(async () => ({
  default: (await import('@/features/plans/continue-sheet')).ContinueSheet,
}));
const TriggerSheet = lazy(async () => ({
  default: (await import('@/features/plans/savings/trigger-sheet')).TriggerSheet,
}));
const LeaveDialog = lazy(async () => ({
  default: (await import('@/features/plans/groups/leave-dialog')).LeaveDialog,
}));
const InvitationCard = lazy(async () => ({
  default: (await import('@/features/plans/groups/invitation-card')).InvitationCard,
}));
const StopDialog = lazy(async () => ({
  default: (await import('@/features/plans/stop-dialog')).StopDialog,
}));

const NOT_FOUND = 404;

/** One of the user's savings. What the list knew of it is shown at once. */
export default function SavingPage({ id }: { id: string }) {
  const queries = useQueryClient();
  const found = useQuery({
    ...subscriptionQuery(id),
    placeholderData: () => listedPlan(queries, id),
    refetchInterval: ({ state }) => (state.data === undefined ? false : LOOK_EVERY_MS),
  });
  const { error } = found;
  const isMissing = error instanceof Problem && error.status === NOT_FOUND;
  return (
    <Page key={id} title={found.data?.name ?? 'My savings'} back="/my-savings" wide>
      {isMissing ? (
        <EmptyState title="We couldn't find these savings" />
      ) : (
        <Loaded query={found} waiting={<ListSkeleton rows={4} />}>
          {(subscription) => <Saving subscription={subscription} />}
        </Loaded>
      )}
    </Page>
  );
}

/** The dialog open for a plan. */
type Asked =
  | { what: 'pay'; payable: Payable }
  | { what: 'stop' }
  | { what: 'leave' }
  | { what: 'trigger' }
  | { what: 'cancel' }
  | { what: 'add' }
  | { what: 'continue' };

/** Savings, or an invitation to a group, with the dialogs of their actions. */
export function Saving({ subscription }: { subscription: Subscription }) {
  // The state stays while its sheet closes; each opening starts again.
  const [asked, setAsked] = useState<{ count: number; question: Asked } | null>(null);
  const [open, setOpen] = useState(false);
  const ask = (question: Asked) => {
    setAsked({ count: (asked?.count ?? 0) + 1, question });
    setOpen(true);
  };
  const onPay = (payable: Payable) => ask({ what: 'pay', payable });
  return (
    <>
      {subscription.is_invitation ? (
        <InvitationCard
          subscription={subscription}
          onJoin={onPay}
          onDecline={() => ask({ what: 'cancel' })}
        />
      ) : (
        <SavingDetail
          subscription={subscription}
          onPay={onPay}
          onLeave={() => ask({ what: 'leave' })}
          onTrigger={() => ask({ what: 'trigger' })}
          onStop={() => ask({ what: 'stop' })}
          onCancel={() => ask({ what: 'cancel' })}
          onAddMember={() => ask({ what: 'add' })}
          onContinue={() => ask({ what: 'continue' })}
        />
      )}
      {asked && (
        <Sheets
          key={asked.count}
          subscription={subscription}
          asked={asked.question}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface SheetsProps {
  subscription: Subscription;
  asked: Asked;
  open: boolean;
  onClose: () => void;
}

function Sheets({ subscription, asked, open, onClose }: SheetsProps) {
  const cards = useConfiguration()?.cards ?? false;
  const accounts = useQuery(accountsQuery);
  const before = usePinFirst('NGN', open);
  const given = { subscription, open, onClose };
  if (asked.what === 'stop')
    return (
      <Suspense>
        <StopDialog {...given} />
      </Suspense>
    );
  if (asked.what === 'trigger')
    return (
      <Suspense>
        <TriggerSheet {...given} />
      </Suspense>
    );
  if (asked.what === 'leave')
    return (
      <Suspense>
        <LeaveDialog {...given} />
      </Suspense>
    );
  if (asked.what === 'cancel')
    return (
      <Suspense>
        <CancelDialog {...given} />
      </Suspense>
    );
  if (asked.what === 'add')
    return (
      <Suspense>
        <AddMember {...given} />
      </Suspense>
    );
  if (asked.what === 'continue')
    return (
      <Suspense>
        <ContinueSheet {...given} />
      </Suspense>
    );
  if (!accounts.data)
    return (
      <Sheet open={open} onClose={onClose} title="Pay savings">
        <Loaded query={accounts} waiting={<ListSkeleton rows={2} />}>
          {() => null}
        </Loaded>
      </Sheet>
    );
  return (
    <PaySheet
      {...asked.payable}
      open={open}
      onClose={onClose}
      balance={spendable(accounts.data.wallets)}
      cards={cards}
      before={before}
    />
  );
}
