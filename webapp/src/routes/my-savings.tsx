import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { PiggyBank, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { CancelDialog } from '@/features/plans/cancel-dialog';
import { useRefreshPlans } from '@/features/plans/common/mutations';
import { OwnPlans } from '@/features/plans/own-plans';
import { invitationsQuery } from '@/features/plans/queries';
import { type Payable, PaySheet } from '@/features/plans/savings/pay-sheet';
import { SavingCard } from '@/features/plans/savings/saving-card';
import type { Subscription } from '@/features/plans/types';
import { accountsQuery } from '@/payment/queries';
import { spendable } from '@/payment/spendable';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { buttonClasses } from '@/ui/button';
import { BUTTONS } from '@/ui/columns';
import { useConfiguration } from '@/ui/configuration';
import { Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { Sheet } from '@/ui/sheet';
import { EmptyState, isFirstLoad, ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';
import { JoinPlan } from './join-plan';
import { usePinFirst } from './use-pin-first';

// Only creators of groups add members.
const AddMember = lazy(() => import('./add-member'));
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

/** The user's savings plans, with their actions. */
export function MySavings() {
  const { id, code } = getRouteApi('/inside/my-savings').useSearch();
  const invitations = useQuery(invitationsQuery);
  const refresh = useRefreshPlans();
  useUnfinishedPayment(() => {
    toast.success('Savings successfully paid');
    void refresh();
  });
  return (
    <Page title="My savings" back="/dashboard" wide>
      <div className={BUTTONS}>
        <Link to="/saves" className={buttonClasses('primary')}>
          <Plus aria-hidden className="size-5" />
          <span>New savings</span>
        </Link>
        <JoinPlan code={code} />
      </div>
      {isFirstLoad(invitations) ? (
        <ListSkeleton />
      ) : (
        // Nothing is shown before the invitations above it, and would then move down.
        <Suspense fallback={<ListSkeleton />}>
          {(invitations.data ?? [])
            .filter((invitation) => invitation.id !== id)
            .map((invitation) => (
              <Saving key={invitation.id} subscription={invitation} open onToggle={() => undefined} />
            ))}
          <OwnPlans
            key={id}
            type="savings"
            shown={id}
            opensFirst
            empty={
              <EmptyState icon={<PiggyBank aria-hidden />} title="You have no savings yet.">
                <p className="text-sm text-muted">Choose a plan, or join one with its code.</p>
              </EmptyState>
            }
          >
            {(subscription, card) => <Saving subscription={subscription} {...card} />}
          </OwnPlans>
        </Suspense>
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

interface SavingProps {
  subscription: Subscription;
  open: boolean;
  onToggle: () => void;
}

function Saving(props: SavingProps) {
  // The state stays while its sheet closes; each opening starts again.
  const [asked, setAsked] = useState<{ count: number; question: Asked } | null>(null);
  const [open, setOpen] = useState(false);
  const ask = (question: Asked) => {
    setAsked({ count: (asked?.count ?? 0) + 1, question });
    setOpen(true);
  };
  const { subscription } = props;
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
        <SavingCard
          {...props}
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
          subscription={props.subscription}
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
  if (asked.what === 'cancel') return <CancelDialog {...given} />;
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
