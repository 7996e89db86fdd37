import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { PiggyBank, Plus } from 'lucide-react';
import { useState } from 'react';
import { evaluate } from '@/engine';
import { FriendAccount } from '@/features/identity/friend-account';
import { CancelDialog } from '@/features/plans/cancel-dialog';
import { AddMemberSheet } from '@/features/plans/groups/add-member-sheet';
import { useRefreshPlans } from '@/features/plans/mutations';
import { subscriptionsQuery } from '@/features/plans/queries';
import { ContinueSheet } from '@/features/plans/savings/continue-sheet';
import { type Payable, PaySheet } from '@/features/plans/savings/pay-sheet';
import { SavingCard } from '@/features/plans/savings/saving-card';
import { StopDialog } from '@/features/plans/stop-dialog';
import type { Subscription } from '@/features/plans/types';
import { useShown } from '@/features/plans/use-shown';
import { accountsQuery } from '@/payment/queries';
import { spendable } from '@/payment/spendable';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { buttonClasses } from '@/ui/button';
import { BUTTONS, CARDS } from '@/ui/columns';
import { useConfiguration } from '@/ui/configuration';
import { Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { Pager } from '@/ui/pager';
import { Sheet } from '@/ui/sheet';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';
import { JoinPlan } from './join-plan';
import { usePinFirst } from './use-pin-first';

/** Every savings plan of one's own, and what can be done with it. */
export function MySavings() {
  const [page, setPage] = useState(1);
  const listing = (total: number) => evaluate('list.page', { table: 'page', page, per_page: null, total });
  const found = useQuery(subscriptionsQuery('savings', { page, per_page: listing(0).per_page }));
  const { id: shown } = getRouteApi('/inside/my-savings').useSearch();
  const { plan, isKnown, failed } = useShown('savings', shown);
  const refresh = useRefreshPlans();
  useUnfinishedPayment(() => {
    toast.success('Savings successfully paid');
    void refresh();
  });
  return (
    <Page title="My savings" back="/dashboard" wide>
      <div className={BUTTONS}>
        <Link to="/saves" className={buttonClasses('primary')}>
          <Plus aria-hidden className="size-5" /> New savings
        </Link>
        <JoinPlan />
      </div>
      {failed && <Loaded query={failed}>{() => null}</Loaded>}
      <Loaded
        query={isKnown ? found : { ...found, data: undefined }}
        waiting={<ListSkeleton rows={3} label="Loading your savings" />}
      >
        {({ data, last_page, total }) =>
          data.length === 0 ? (
            <EmptyState icon={<PiggyBank aria-hidden />} title="You have no savings yet.">
              <p className="text-sm text-muted">Choose a plan, or join one with its code.</p>
            </EmptyState>
          ) : (
            <>
              <List key={shown} shown={shown} subscriptions={withShown(data, plan, page)} />
              <Pager
                page={page}
                last={last_page}
                pages={listing(total).pages}
                onPage={(chosen) => {
                  setPage(chosen);
                  scrollTo(0, 0);
                }}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

/** What is open about a plan. */
type Asked =
  | { what: 'pay'; payable: Payable }
  | { what: 'stop' }
  | { what: 'cancel' }
  | { what: 'add' }
  | { what: 'continue' };

/** The plan that the address names comes first, if it is on a later page. */
const withShown = (data: Subscription[], shown: Subscription | undefined, page: number): Subscription[] =>
  shown !== undefined && page === 1 ? [shown, ...data] : data;

function List({ subscriptions, shown }: { subscriptions: Subscription[]; shown: string | undefined }) {
  const [opened, setOpened] = useState<string | null>(shown ?? subscriptions[0]?.id ?? null);
  // The plan stays while its sheet closes; each opening begins again.
  const [asked, setAsked] = useState<{ id: string; count: number; question: Asked } | null>(null);
  const [open, setOpen] = useState(false);
  const ask = (id: string, question: Asked) => {
    setAsked({ id, count: (asked?.count ?? 0) + 1, question });
    setOpen(true);
  };
  const subject = subscriptions.find(({ id }) => id === asked?.id);
  return (
    <>
      <ul className={`${CARDS} gap-4`}>
        {subscriptions.map((subscription) => {
          const { id } = subscription;
          return (
            <li key={id}>
              <SavingCard
                subscription={subscription}
                open={opened === id}
                onToggle={() => setOpened(opened === id ? null : id)}
                onPay={(payable) => ask(id, { what: 'pay', payable })}
                onStop={() => ask(id, { what: 'stop' })}
                onCancel={() => ask(id, { what: 'cancel' })}
                onAddMember={() => ask(id, { what: 'add' })}
                onContinue={() => ask(id, { what: 'continue' })}
              />
            </li>
          );
        })}
      </ul>
      {asked && subject && (
        <Sheets
          key={asked.count}
          subscription={subject}
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
  if (asked.what === 'stop') return <StopDialog {...given} />;
  if (asked.what === 'cancel') return <CancelDialog {...given} />;
  if (asked.what === 'add')
    return (
      <AddMemberSheet
        {...given}
        invite={(friend) => <FriendAccount subscription={given.subscription.id} {...friend} />}
      />
    );
  if (asked.what === 'continue') return <ContinueSheet {...given} />;
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
