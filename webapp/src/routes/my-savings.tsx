import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { useRefreshPlans } from '@/features/plans/common/mutations';
import { invitationsQuery, LOOK_EVERY_MS, subscriptionsQuery } from '@/features/plans/queries';
import { NoSavings } from '@/features/plans/savings/no-savings';
import { Reached } from '@/features/plans/savings/reached';
import { SavingList } from '@/features/plans/savings/saving-list';
import { setActiveAccount } from '@/lib/active-account';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { buttonClasses } from '@/ui/button';
import { BUTTONS } from '@/ui/columns';
import { DataTable } from '@/ui/data-table';
import { Page } from '@/ui/page';
import { isFirstLoad, ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';
import { JoinPlan } from './join-plan';

const loadSaving = () => import('./saving');
const SavingPage = lazy(loadSaving);
const Saving = lazy(async () => ({ default: (await loadSaving()).Saving }));

/** The user's savings: all of them, or the one that the address names. */
export function MySavings() {
  const { id, code } = getRouteApi('/inside/my-savings').useSearch();
  const refresh = useRefreshPlans();
  // The footer marks the current place. The dashboard keeps the view that was chosen there.
  useEffect(() => setActiveAccount('savings'), []);
  useUnfinishedPayment(() => {
    toast.success('Savings successfully paid');
    void refresh();
  });
  return id === undefined ? (
    <All code={code} />
  ) : (
    <Suspense
      fallback={
        <Page title="My savings" back="/my-savings" wide>
          <ListSkeleton rows={4} />
        </Page>
      }
    >
      <SavingPage id={id} />
    </Suspense>
  );
}

function All({ code }: { code: string | undefined }) {
  const invitations = useQuery(invitationsQuery);
  // One of them is likely to be opened.
  useEffect(() => void loadSaving().catch(() => undefined), []);
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
          {(invitations.data ?? []).map((invitation) => (
            <Saving key={invitation.id} subscription={invitation} />
          ))}
          <DataTable
            query={({ page, per_page }) => ({
              ...subscriptionsQuery('savings', { page, per_page }),
              refetchInterval: LOOK_EVERY_MS,
            })}
            keyOf={({ id }) => id}
            arranged={(savings) => (
              <div className="flex flex-col gap-6">
                <Reached savings={savings} />
                <SavingList savings={savings} />
              </div>
            )}
            empty={<NoSavings />}
          />
        </Suspense>
      )}
    </Page>
  );
}
