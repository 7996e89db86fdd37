import { useQuery } from '@tanstack/react-query';
import { CoinList } from '@/features/wallet/coins/coin-list';
import { CoinOverview } from '@/features/wallet/coins/coin-overview';
import { holdingsOf } from '@/features/wallet/coins/holdings';
import { coinsQuery } from '@/features/wallet/coins/queries';
import { accountsQuery } from '@/payment/queries';
import { useServices } from '@/ui/configuration';
import { Loaded, together } from '@/ui/loaded';
import { ListSkeleton, Skeleton } from '@/ui/states';

/** The coins on the dashboard. A coin opens on the coins' page. (Document 2, section 2.) */
export function Coins() {
  const has = useServices();
  const coins = useQuery(coinsQuery);
  const accounts = useQuery(accountsQuery);
  return (
    <Loaded
      query={together(coins, accounts)}
      waiting={
        <>
          <Skeleton className="h-36" />
          <ListSkeleton rows={3} />
        </>
      }
      polled
    >
      {([listed, { wallets }]) => {
        const holdings = holdingsOf(listed, wallets);
        return (
          <>
            {has('coins') && <CoinOverview holdings={holdings} />}
            <CoinList coins={listed} wallets={wallets} holdings={holdings} />
          </>
        );
      }}
    </Loaded>
  );
}
