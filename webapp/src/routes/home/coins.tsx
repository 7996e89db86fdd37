import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CoinList } from '@/features/wallet/coins/coin-list';
import { coinsQuery } from '@/features/wallet/coins/queries';
import { accountsQuery } from '@/payment/queries';
import { Loaded, together } from '@/ui/loaded';
import { ListSkeleton } from '@/ui/states';

/** The coins on the dashboard. Actions chosen here open on the coins' page. (Document 2, section 2.) */
export function Coins({ restricted }: { restricted: boolean }) {
  const navigate = useNavigate();
  const coins = useQuery(coinsQuery);
  const accounts = useQuery(accountsQuery);
  return (
    <Loaded query={together(coins, accounts)} waiting={<ListSkeleton rows={3} />} polled>
      {([listed, { wallets }]) => (
        <CoinList
          coins={listed}
          wallets={wallets}
          restricted={restricted}
          onAction={(action, { symbol }) =>
            void navigate({ to: '/wallet', search: { coin: symbol, action } })
          }
        />
      )}
    </Loaded>
  );
}
