import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import type { User } from '@/api/types';
import { useUser } from '@/api/use-session';
import { withLaterRules } from '@/engine/load';
import { ClusterCard } from '@/features/community/cluster-card';
import { invitationsQuery, latePlansQuery } from '@/features/plans/queries';
import { SignalSlider } from '@/features/signals/signal-slider';
import { AccountViews } from '@/features/wallet/account-views';
import { homeWallets, useChooseActive } from '@/features/wallet/active';
import type { Payee } from '@/features/wallet/flow';
import { FundSheet } from '@/features/wallet/fund-sheet';
import type { Accounts, Wallet } from '@/features/wallet/types';
import { canFund } from '@/features/wallet/ways';
import { accountsQuery, transactionsQuery } from '@/payment/queries';
import { Columns } from '@/ui/columns';
import { useServed, useServices } from '@/ui/configuration';
import { Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { PersonDisc } from '@/ui/person-disc';
import { isFirstLoad } from '@/ui/states';
import { Actions } from './home/actions';
import { BalanceCard } from './home/balance-card';
import { HomeSkeleton } from './home/home-skeleton';
import { Invited } from './home/invited';
import { NeedsYou } from './home/needs-you';
import { useNextSteps } from './home/next-steps';
import { PaidBefore } from './home/paid-before';
import { Recent, SHOWN } from './home/recent';
import { useAskedWithdrawal } from './use-asked-withdrawal';
import { useTransfer } from './use-transfer';

/** Most users open Home: the other views' actions are loaded with them. */
const LazyStarts = lazy(withLaterRules(() => import('./home/starts')));

const Starts = (props: ComponentProps<typeof LazyStarts>) => (
  <Suspense>
    <LazyStarts {...props} />
  </Suspense>
);

/** Few users convert money: its sheet is loaded when it first opens. */
const LazyConvert = lazy(withLaterRules(() => import('./home/convert')));

/** In case the realtime channel is down. */
const LOOK_EVERY_MS = 30_000;

const recentQuery = { ...transactionsQuery({ per_page: SHOWN }), refetchInterval: LOOK_EVERY_MS };

export function Dashboard() {
  const user = useUser();
  const accounts = useQuery({ ...accountsQuery, refetchInterval: LOOK_EVERY_MS });
  const late = useQuery({ ...latePlansQuery, refetchInterval: LOOK_EVERY_MS });
  const invitations = useQuery({ ...invitationsQuery, refetchInterval: LOOK_EVERY_MS });
  if (!user) return null;
  // Late instalments are above everything else: nothing is shown before they are known, and would then move down.
  const data = isFirstLoad(late) || isFirstLoad(invitations) ? undefined : accounts.data;
  const { first_name, image } = user.profile;
  return (
    <Page
      wide
      title={`Hello, ${first_name ?? user.name}`}
      headed
      lead={
        <Link to="/profile" aria-label="Your profile" className="shrink-0 rounded-full max-md:hidden">
          <PersonDisc name={user.name} image={image} />
        </Link>
      }
    >
      <Loaded query={{ ...accounts, data }} waiting={<HomeSkeleton />}>
        {(loaded) => (
          <>
            <NeedsYou plans={late.data ?? []} />
            <Invited invitations={invitations.data ?? []} />
            <Views user={user} accounts={loaded} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The views, and the transfer that the address may request in any of them. */
function Views({ user, accounts }: { user: User; accounts: Accounts }) {
  const currency = accounts.active_currency;
  const wallet =
    accounts.wallets.find((candidate) => candidate.base_currency === currency) ?? accounts.wallets[0];
  const transfer = useTransfer(wallet);
  useAskedWithdrawal(transfer.open);
  return (
    <>
      <AccountViews user={user} accounts={accounts} starts={(view) => <Starts view={view} user={user} />}>
        {wallet && <Home user={user} accounts={accounts} wallet={wallet} onSend={transfer.open} />}
      </AccountViews>
      {transfer.sheet}
    </>
  );
}

interface HomeProps {
  user: User;
  accounts: Accounts;
  wallet: Wallet;
  onSend: (to?: Payee) => void;
}

function Home({ user, accounts, wallet, onSend }: HomeProps) {
  const recent = useQuery(recentQuery);
  const has = useServices();
  const choose = useChooseActive();
  const [isFunding, setFunding] = useState(false);
  const convert = useConvert(accounts.wallets, wallet.base_currency);
  const fund = () => setFunding(true);
  const steps = useNextSteps({
    user,
    currency: wallet.base_currency,
    moved: recent.data && recent.data.total > 0,
    isMoveLoading: isFirstLoad(recent),
    onFund: fund,
    onSend: () => onSend(),
  });
  return (
    <>
      <Columns
        first={
          <>
            <BalanceCard
              wallet={wallet}
              wallets={homeWallets(accounts)}
              onCurrency={(chosen) => choose({ currency: chosen })}
              onFund={fund}
            />
            <Actions
              currency={wallet.base_currency}
              restricted={user.restricted}
              onSend={() => onSend()}
              onConvert={convert.open}
            />
            {!user.restricted && <PaidBefore wallet={wallet} onSend={onSend} />}
            {steps.first}
          </>
        }
        second={
          <>
            <Recent query={recent} />
            {steps.later}
            <ClusterCard />
            {has('signals') && user.meta.sub !== null && <SignalSlider user={user} />}
          </>
        }
      />
      <FundSheet open={isFunding} onClose={() => setFunding(false)} currency={wallet.base_currency} />
      {convert.sheet}
    </>
  );
}

/** A sheet for converting money, and the function that opens it; none without another currency. */
function useConvert(wallets: Wallet[], currency: Wallet['base_currency']) {
  const served = useServed();
  // A closed sheet starts from the beginning.
  const [flow, setFlow] = useState({ count: 0, isOpen: false });
  const other = served.find((one) => one !== currency);
  if (!served.includes(currency) || other === undefined) return { open: undefined, sheet: null };
  // A wallet that cannot be funded is filled from another one.
  const first = canFund(currency) ? { from: currency, to: other } : { from: other, to: currency };
  return {
    open: () => setFlow({ count: flow.count + 1, isOpen: true }),
    sheet: flow.count > 0 && (
      <Suspense>
        <LazyConvert
          key={flow.count}
          open={flow.isOpen}
          wallets={wallets}
          first={first}
          onClose={() => setFlow({ ...flow, isOpen: false })}
        />
      </Suspense>
    ),
  };
}
