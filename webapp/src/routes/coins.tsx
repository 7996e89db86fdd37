import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '@/api/use-session';
import { ExchangeBalancesCard } from '@/features/signals/exchange-balances';
import { CoinHistory } from '@/features/wallet/coins/coin-history';
import { type CoinAction, CoinList } from '@/features/wallet/coins/coin-list';
import { coinsQuery, type ListedCoin } from '@/features/wallet/coins/queries';
import { ReceiveSheet } from '@/features/wallet/coins/receive-sheet';
import { SellSheet } from '@/features/wallet/coins/sell-sheet';
import { SendSheet } from '@/features/wallet/coins/send-sheet';
import { SoonSheet } from '@/features/wallet/coins/soon-sheet';
import { CoinSummary } from '@/features/wallet/coins/summary';
import type { Wallet } from '@/features/wallet/types';
import { accountsQuery } from '@/payment/queries';
import { resultOf } from '@/payment/result';
import type { Currency, Transaction } from '@/payment/types';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { Columns } from '@/ui/columns';
import { useServices } from '@/ui/configuration';
import { Loaded, together } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { EmptyState, ListSkeleton, Skeleton } from '@/ui/states';
import { usePinFirst } from './use-pin-first';

const route = getRouteApi('/inside/wallet');

/** The coins: their value, and selling, sending and receiving them. */
export function CoinWallet() {
  const has = useServices();
  return (
    <Page title="Coins" back="/dashboard" wide>
      {has('coins', 'coin_transfers') ? <LoadedCoins /> : <EmptyState title="Coins are not offered here." />}
    </Page>
  );
}

function LoadedCoins() {
  const coins = useQuery(coinsQuery);
  const accounts = useQuery(accountsQuery);
  return (
    <Loaded
      query={together(coins, accounts)}
      waiting={
        <>
          <Skeleton className="h-56" />
          <ListSkeleton rows={3} />
        </>
      }
      polled
    >
      {([listed, { wallets }]) => <Coins coins={listed} wallets={wallets} />}
    </Loaded>
  );
}

function Coins({ coins, wallets }: { coins: ListedCoin[]; wallets: Wallet[] }) {
  const navigate = useNavigate();
  const user = useUser();
  const has = useServices();
  const { coin: wanted, action: wantedAction } = route.useSearch();
  const named = coins.find(({ symbol }) => symbol === wanted);
  const [soon, setSoon] = useState(
    () => wantedAction !== undefined && named?.actions.every((action) => action !== wantedAction),
  );
  const [open, setOpen] = useState<{ action: CoinAction; coin: ListedCoin } | null>(() => {
    const action = named?.actions.find((known) => known === wantedAction);
    if (!named || !action || action === 'chart') return null;
    return user?.restricted && action !== 'receive' ? null : { action, coin: named };
  });
  // A closed sheet starts from the beginning.
  const [flow, setFlow] = useState(0);
  const paid = (transaction: Transaction) => {
    setOpen(null);
    void navigate(resultOf(transaction));
  };
  useUnfinishedPayment(paid);
  const close = () => setOpen(null);
  const shown = (action: CoinAction) => open?.action === action;
  const coin = open?.coin;
  const paysOut = open?.action === 'sell' || open?.action === 'send';
  const before = usePinFirst((coin?.symbol ?? 'BTC') as Currency, paysOut);
  const balance = wallets.find(({ base_currency }) => base_currency === coin?.symbol)?.ledger_balance ?? '0';
  return (
    <>
      <Columns
        first={
          <>
            {has('coins') && <CoinSummary coins={coins} wallets={wallets} />}
            {has('exchange_keys') && <ExchangeBalancesCard />}
            <CoinHistory />
          </>
        }
        second={
          <CoinList
            coins={coins}
            wallets={wallets}
            restricted={user?.restricted ?? false}
            onAction={(action, chosen) => {
              setFlow(flow + 1);
              setOpen({ action, coin: chosen });
            }}
          />
        }
      />
      {coin && (
        <>
          <SellSheet
            key={`sell ${flow}`}
            open={shown('sell')}
            coin={coin}
            balance={balance}
            before={before}
            onClose={close}
            onReceive={() => setOpen({ action: 'receive', coin })}
            onPaid={paid}
          />
          <SendSheet
            key={`send ${flow}`}
            open={shown('send')}
            coin={coin}
            balance={balance}
            before={before}
            onClose={close}
            onReceive={() => setOpen({ action: 'receive', coin })}
            onPaid={paid}
          />
          <ReceiveSheet key={`receive ${flow}`} open={shown('receive')} coin={coin} onClose={close} />
        </>
      )}
      <SoonSheet name={soon ? named?.name : undefined} onClose={() => setSoon(false)} />
    </>
  );
}
