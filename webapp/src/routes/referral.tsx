import { Tabs } from '@base-ui/react/tabs';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { Problem } from '@/api/problem';
import { session } from '@/api/session';
import type { User } from '@/api/types';
import { CopyRow } from '@/features/community/copy-row';
import { Progress } from '@/features/community/progress';
import { linkOf, type Referral, referralQuery } from '@/features/community/queries';
import { ShareLinks } from '@/features/community/share-links';
import { useBonus } from '@/features/community/use-bonus';
import { Balance, money } from '@/features/wallet/money';
import { transactionsQuery } from '@/features/wallet/queries';
import { TransactionRow } from '@/features/wallet/transaction-row';
import { Card, Page } from '@/ui/page';
import { Pager } from '@/ui/pager';
import { EmptyState, ErrorState, ListSkeleton, Skeleton } from '@/ui/states';

const TABS = [
  ['details', 'Details'],
  ['earnings', 'Earnings'],
  ['referred', 'Referred'],
] as const;

const OFFLINE = 'This cannot be loaded without a connection.';

/** Recommending the app: one's code, what it earned, and how many came. (Document 2, section 2.) */
export function ReferralPage() {
  const now = useSyncExternalStore(session.subscribe, session.get);
  return (
    <Page title="Referral" back="/dashboard">
      {now.state === 'signed-in' && <Panels user={now.user} />}
    </Page>
  );
}

function Panels({ user }: { user: User }) {
  const { tab } = getRouteApi('/inside/referral').useSearch();
  const navigate = useNavigate();
  const referral = useQuery(referralQuery);
  useBonus(user.uuid);
  const [shown] = TABS.find(([name]) => name === tab) ?? TABS[0];
  return (
    <Tabs.Root
      value={shown}
      onValueChange={(value) =>
        void navigate({ to: '/referral', search: { tab: String(value) }, replace: true })
      }
      className="flex flex-col gap-5"
    >
      <Tabs.List aria-label="Referral" className="grid grid-cols-3 gap-2 rounded-control bg-sunken p-1">
        {TABS.map(([name, label]) => (
          <Tabs.Tab
            key={name}
            value={name}
            className="min-h-11 rounded-control font-medium text-muted data-[active]:bg-raised data-[active]:font-semibold data-[active]:text-text data-[active]:shadow-raised"
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="details" className="flex flex-col gap-5">
        <Details user={user} referral={referral} />
      </Tabs.Panel>
      <Tabs.Panel value="earnings" className="flex flex-col gap-4">
        <Earnings referral={referral.data} />
      </Tabs.Panel>
      <Tabs.Panel value="referred" className="flex flex-col gap-4">
        <Loaded query={referral} waiting={<ListSkeleton rows={2} />}>
          {(loaded) => <Progress referral={loaded} />}
        </Loaded>
      </Tabs.Panel>
    </Tabs.Root>
  );
}

/** What a query has, or that it is on its way, or why there is none. */
function Loaded<T>({
  query,
  waiting,
  children,
}: {
  query: UseQueryResult<T, Problem>;
  waiting: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const again = () => void query.refetch();
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState message={query.error.message} onRetry={again} />;
  if (query.fetchStatus === 'paused') return <ErrorState message={OFFLINE} onRetry={again} />;
  return waiting;
}

function Details({ user, referral }: { user: User; referral: UseQueryResult<Referral, Problem> }) {
  const code = user.settings.referrer_code;
  return (
    <>
      <Loaded query={referral} waiting={<Skeleton className="h-24" />}>
        {({ bonus, least_payment, currency, points }) => (
          <Card className="flex flex-col gap-3">
            <p>
              You get <strong>{money(bonus, currency)}</strong> when a friend who signed up with your link
              makes a transaction of at least {money(least_payment, currency)}.
            </p>
            <p className="text-sm text-muted">
              Points <span className="figures font-semibold text-text">{points}</span>
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
  const [page, setPage] = useState(1);
  const earnings = useQuery({
    ...transactionsQuery({ category: 'referral', page }),
    placeholderData: (kept) => kept,
  });
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-lg font-semibold">Referral Earnings</h2>
        {referral && <Balance amount={referral.earned} currency={referral.currency} />}
      </div>
      <Loaded query={earnings} waiting={<ListSkeleton label="loading transactions" />}>
        {({ data, last_page }) => (
          <>
            {data.length === 0 && (
              <EmptyState icon={<Gift aria-hidden className="size-6" />} title="No transaction yet">
                <p className="text-sm text-muted">Share your link to earn your first bonus.</p>
              </EmptyState>
            )}
            <ul className="flex flex-col gap-2">
              {data.map((transaction) => (
                <li key={transaction.reference} className="rounded-card bg-raised p-4">
                  <TransactionRow transaction={transaction} />
                </li>
              ))}
            </ul>
            <Pager page={page} last={last_page} onPage={setPage} />
          </>
        )}
      </Loaded>
    </>
  );
}
