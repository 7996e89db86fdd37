import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ExchangeBalancesCard } from '@/features/signals/exchange-balances';
import { CoinHistory } from '@/features/wallet/coins/coin-history';
import { CoinList } from '@/features/wallet/coins/coin-list';
import { CoinOverview } from '@/features/wallet/coins/coin-overview';
import { CoinView } from '@/features/wallet/coins/coin-view';
import { type Holdings, holdingsOf, partOf } from '@/features/wallet/coins/holdings';
import { coinsQuery, EVERY_MS, type ListedCoin } from '@/features/wallet/coins/queries';
import { SoonSheet } from '@/features/wallet/coins/soon-sheet';
import type { Wallet } from '@/features/wallet/types';
import { accountsQuery } from '@/payment/queries';
import { resultOf } from '@/payment/result';
import type { Transaction } from '@/payment/types';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { buttonClasses } from '@/ui/button';
import { Columns } from '@/ui/columns';
import { useServices } from '@/ui/configuration';
import { Disclosure } from '@/ui/disclosure';
import { Loaded, together } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { EmptyState, ListSkeleton, Skeleton } from '@/ui/states';
import { useCoinSheets } from './use-coin-sheets';

const route = getRouteApi('/inside/wallet');

/** The coins: their worth together, and each of them at an address of its own. */
export function CoinWallet() {
  const has = useServices();
  if (has('coins', 'coin_transfers')) return <Coins />;
  return (
    <Page title="Coins" back="/dashboard" wide>
      <EmptyState title="Coins are not offered here." />
    </Page>
  );
}

function Coins() {
  const navigate = useNavigate();
  const { coin: wanted } = route.useSearch();
  const coins = useQuery(coinsQuery);
  const accounts = useQuery({ ...accountsQuery, refetchInterval: EVERY_MS });
  const paid = (transaction: Transaction) => void navigate(resultOf(transaction));
  useUnfinishedPayment(paid);
  const named = coins.data?.find(({ symbol }) => symbol === wanted);
  return (
    <Page title={named?.name ?? 'Coins'} back={named ? '/wallet' : '/dashboard'} wide>
      <Loaded
        query={together(coins, accounts)}
        waiting={
          <>
            <Skeleton className="h-36" />
            <ListSkeleton rows={5} />
          </>
        }
        polled
      >
        {([listed, { wallets }]) => {
          const holdings = holdingsOf(listed, wallets);
          const shared = { wallets, holdings };
          if (named) return <OneCoin key={named.symbol} coin={named} {...shared} onPaid={paid} />;
          return <AllCoins coins={listed} {...shared} />;
        }}
      </Loaded>
    </Page>
  );
}

interface Shared {
  wallets: Wallet[];
  holdings: Holdings;
}

function AllCoins({ coins, wallets, holdings }: Shared & { coins: ListedCoin[] }) {
  const has = useServices();
  return (
    <Columns
      first={
        <>
          {has('coins') && <CoinOverview holdings={holdings} />}
          <CoinList coins={coins} wallets={wallets} holdings={holdings} />
        </>
      }
      second={
        <section aria-labelledby="more" className="flex flex-col gap-3">
          <h2 id="more" className="text-lg font-semibold">
            More
          </h2>
          <Disclosure title="Sold and sent">
            <CoinHistory />
          </Disclosure>
          {has('exchange_keys') && (
            <Disclosure title="Binance">
              <ExchangeBalancesCard />
            </Disclosure>
          )}
          {has('coin_sets') && (
            <Link to="/plans" className={buttonClasses('quiet', true)}>
              Start a coin set
            </Link>
          )}
        </section>
      }
    />
  );
}

interface OneProps extends Shared {
  coin: ListedCoin;
  onPaid: (transaction: Transaction) => void;
}

function OneCoin({ coin, wallets, holdings, onPaid }: OneProps) {
  const { action: wanted } = route.useSearch();
  const wallet = wallets.find(({ base_currency }) => base_currency === coin.symbol);
  const balance = wallet?.ledger_balance ?? '0';
  const { open, sheets } = useCoinSheets({ coin, balance, wanted, onPaid });
  const [soon, setSoon] = useState(
    () => wanted !== undefined && coin.actions.every((action) => action !== wanted),
  );
  return (
    <>
      <CoinView coin={coin} wallet={wallet} part={partOf(holdings, coin.symbol)} onAction={open} />
      {sheets}
      <SoonSheet name={soon ? coin.name : undefined} onClose={() => setSoon(false)} />
    </>
  );
}
