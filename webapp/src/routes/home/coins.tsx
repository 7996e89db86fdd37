import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CoinList } from '@/features/wallet/coins/coin-list';
import { coinsQuery } from '@/features/wallet/coins/queries';
import { SoonSheet } from '@/features/wallet/coins/soon-sheet';
import { accountsQuery } from '@/payment/queries';
import { Loaded, together } from '@/ui/loaded';
import { ListSkeleton } from '@/ui/states';

/** The coins on the dashboard. Actions chosen here open on the coins' page. (Document 2, section 2.) */
export function Coins({ restricted }: { restricted: boolean }) {
  const navigate = useNavigate();
  const coins = useQuery(coinsQuery);
  const accounts = useQuery(accountsQuery);
  const [soon, setSoon] = useState<string>();
  return (
    <>
      <Loaded query={together(coins, accounts)} waiting={<ListSkeleton rows={3} />} polled>
        {([listed, { wallets }]) => (
          <CoinList
            coins={listed}
            wallets={wallets}
            restricted={restricted}
            onAction={(action, { symbol, name }) => {
              if (action === 'soon') setSoon(name);
              else void navigate({ to: '/wallet', search: { coin: symbol, action } });
            }}
          />
        )}
      </Loaded>
      <SoonSheet name={soon} onClose={() => setSoon(undefined)} />
    </>
  );
}
