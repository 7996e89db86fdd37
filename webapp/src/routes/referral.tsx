import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import type { User } from '@/api/types';
import { useUser } from '@/api/use-session';
import { CopyRow } from '@/features/community/copy-row';
import { Progress } from '@/features/community/progress';
import { linkOf, type Referral, referralQuery } from '@/features/community/queries';
import { ShareLinks } from '@/features/community/share-links';
import { Balance, money } from '@/payment/money';
import { transactionsQuery } from '@/payment/queries';
import { TransactionRow } from '@/payment/transaction-row';
import { useCredit } from '@/payment/use-credit';
import { useServices } from '@/ui/configuration';
import { DataTable } from '@/ui/data-table';
import { Loaded, type Query } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { Segmented } from '@/ui/segmented';
import { EmptyState, ListSkeleton, Skeleton } from '@/ui/states';

const TABS = [
  { value: 'details', label: 'Details' },
  { value: 'earnings', label: 'Earnings' },
  { value: 'referred', label: 'Referred' },
] as const;

/** Referrals: the user's code, its bonuses, and how many signed up. (Document 2, section 2.) */
export function ReferralPage() {
  const user = useUser();
  return (
    <Page title="Referral" back="/dashboard">
      {user && <Panels user={user} />}
    </Page>
  );
}

function Panels({ user }: { user: User }) {
  const { tab } = getRouteApi('/inside/referral').useSearch();
  const navigate = useNavigate();
  const referral = useQuery(referralQuery);
  // Bonuses are paid in naira.
  useCredit('ngn', () => void referral.refetch());
  const shown = TABS.find(({ value }) => value === tab)?.value ?? 'details';
  const show = (next: string) => void navigate({ to: '/referral', search: { tab: next }, replace: true });
  return (
    <Segmented label="Referral" options={TABS} value={shown} onChange={show}>
      {shown === 'details' && <Details user={user} referral={referral} />}
      {shown === 'earnings' && <Earnings referral={referral.data} />}
      {shown === 'referred' && (
        <Loaded query={referral} waiting={<ListSkeleton rows={2} />} polled>
          {(loaded) => <Progress referral={loaded} />}
        </Loaded>
      )}
    </Segmented>
  );
}

function Details({ user, referral }: { user: User; referral: Query<Referral> }) {
  const has = useServices();
  const code = user.settings.referrer_code;
  return (
    <>
      <Loaded query={referral} waiting={<Skeleton className="h-24" />} polled>
        {({ bonus, least_payment, currency }) => (
          <Card className="flex flex-col gap-3">
            <p>
              <span>{'You get '}</span>
              <strong>{money(bonus, currency)}</strong>
              <span>{` when a friend who signed up with your link makes a transaction of at least ${money(least_payment, currency)} with money from their bank.`}</span>
            </p>
            <p className="text-sm text-muted">
              {has('identity')
                ? 'You and your friend both need a verified identity (BVN or NIN).'
                : 'You and your friend both need a verified identity, and identities cannot be verified here yet.'}
            </p>
          </Card>
        )}
      </Loaded>
      <Card>
        <CopyRow label="Referral code" value={code} />
        <CopyRow label="Referral link" value={linkOf(code).link} />
      </Card>
      <ShareLinks code={code} />
    </>
  );
}

function Earnings({ referral }: { referral: Referral | undefined }) {
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-lg font-semibold">Referral Earnings</h2>
        {referral && <Balance amount={referral.earned} currency={referral.currency} />}
      </div>
      <DataTable
        table="part"
        query={({ page, per_page }) => transactionsQuery({ category: 'referral', page, per_page })}
        keyOf={({ reference }) => reference}
        waiting={<ListSkeleton label="loading transactions" />}
        empty={
          <EmptyState icon={<Gift aria-hidden className="size-6" />} title="No transaction yet">
            <p className="text-sm text-muted">Share your link to earn your first bonus.</p>
          </EmptyState>
        }
      >
        {(transaction) => <TransactionRow transaction={transaction} />}
      </DataTable>
    </>
  );
}
