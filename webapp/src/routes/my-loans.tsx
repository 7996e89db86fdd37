import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { BadgeCheck, HandCoins, ListChecks } from 'lucide-react';
import { useUser } from '@/api/use-session';
import { useRefreshPlans } from '@/features/plans/common/mutations';
import { NO_PROOF } from '@/features/plans/loans/gates';
import { LoanItem } from '@/features/plans/loans/loan-item';
import { OwnPlans } from '@/features/plans/own-plans';
import { accountsQuery } from '@/payment/queries';
import { spendable } from '@/payment/spendable';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { buttonClasses } from '@/ui/button';
import { useServices } from '@/ui/configuration';
import { Loaded } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';
import { usePinFirst } from './use-pin-first';

/** The user's loans, the newest first. */
export function MyLoans() {
  const user = useUser();
  const { id } = getRouteApi('/inside/my-loans').useSearch();
  const refresh = useRefreshPlans();
  const before = usePinFirst('NGN', true);
  useUnfinishedPayment(() => {
    toast.success('Loan debt successfully repaid');
    void refresh();
  });
  const accounts = useQuery(accountsQuery);
  if (!user) return null;
  return (
    <Page title="My loans" back="/dashboard" wide>
      {!user.meta.identity_verified && <VerifyFirst />}
      <Loaded query={accounts} waiting={<ListSkeleton rows={3} />}>
        {({ wallets }) => (
          <OwnPlans
            key={id}
            type="loan"
            shown={id}
            empty={
              <EmptyState
                icon={<HandCoins aria-hidden className="size-6" />}
                title="You have no loans yet."
              />
            }
          >
            {(loan, card) => <LoanItem loan={loan} balance={spendable(wallets)} before={before} {...card} />}
          </OwnPlans>
        )}
      </Loaded>
      {!user.restricted && (
        <Link to="/loans" className={buttonClasses('primary', true)}>
          <HandCoins aria-hidden className="size-5" />
          <span>See the loans</span>
        </Link>
      )}
      <Link to="/loan-questions" className={buttonClasses('quiet', true)}>
        <ListChecks aria-hidden className="size-5" />
        <span>Loan questions</span>
      </Link>
    </Page>
  );
}

/** Loans require a verified identity. */
function VerifyFirst() {
  const has = useServices();
  if (!has('identity'))
    return (
      <Card>
        <p className="text-sm font-medium">{NO_PROOF}</p>
      </Card>
    );
  return (
    <Card className="flex flex-col gap-3">
      <p className="flex items-start gap-3 text-sm font-medium">
        <BadgeCheck aria-hidden className="size-5 shrink-0 text-warning" />
        <span>
          Your account is not verified. Verify it with your BVN, and complete your profile, to take a loan.
        </span>
      </p>
      <div className="flex flex-wrap gap-3">
        <Link to="/verify" className={buttonClasses('primary')}>
          Verify
        </Link>
        <Link to="/profile" className={buttonClasses('quiet')}>
          Your profile
        </Link>
      </div>
    </Card>
  );
}
