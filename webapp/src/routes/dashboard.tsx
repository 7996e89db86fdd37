import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '@/api/types';
import { useUser } from '@/api/use-session';
import { ClusterCard } from '@/features/community/cluster-card';
import type { Payee } from '@/features/wallet/flow';
import { FundSheet } from '@/features/wallet/fund-sheet';
import { TransferSheet } from '@/features/wallet/transfer-sheet';
import type { Accounts } from '@/features/wallet/types';
import { forgetKept } from '@/lib/kept';
import { accountsQuery, transactionsQuery } from '@/payment/queries';
import { resultOf } from '@/payment/result';
import type { Currency, Transaction } from '@/payment/types';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { useBrandName } from '@/ui/configuration';
import { Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { PersonDisc } from '@/ui/person-disc';
import { Skeleton } from '@/ui/states';
import { Actions } from './home/actions';
import { BalanceCard } from './home/balance-card';
import { NextSteps } from './home/next-steps';
import { Recent, SHOWN } from './home/recent';
import { SendAgain } from './home/send-again';

/** In case the realtime channel is down. */
const LOOK_EVERY_MS = 30_000;

const recentQuery = { ...transactionsQuery({ per_page: SHOWN }), refetchInterval: LOOK_EVERY_MS };

export function Dashboard() {
  const user = useUser();
  const accounts = useQuery({ ...accountsQuery, refetchInterval: LOOK_EVERY_MS });
  if (!user) return null;
  const { first_name, image } = user.profile;
  return (
    <Page
      title={`Hello, ${first_name ?? user.name}`}
      lead={
        <Link to="/profile" aria-label="Your profile" className="shrink-0 rounded-full">
          <PersonDisc name={user.name} image={image} />
        </Link>
      }
    >
      <Loaded query={accounts} waiting={<Skeleton className="h-56" />}>
        {(loaded) => <Home user={user} accounts={loaded} />}
      </Loaded>
    </Page>
  );
}

/** One flow at a time; a closed one starts from the beginning. */
type Open = { sheet: 'fund' | 'transfer' | null; flow: number; to: Payee | undefined };

function Home({ user, accounts }: { user: User; accounts: Accounts }) {
  const navigate = useNavigate();
  const product = useBrandName() ?? 'Ajo';
  const recent = useQuery(recentQuery);
  const [currency, setCurrency] = useState<Currency>(accounts.total.currency);
  const [{ sheet, flow, to }, setOpen] = useState<Open>({ sheet: null, flow: 0, to: undefined });
  const close = () => setOpen((open) => ({ ...open, sheet: null }));
  const paid = (transaction: Transaction) => {
    close();
    void navigate(resultOf(transaction));
  };
  useUnfinishedPayment(paid);
  const wallet =
    accounts.wallets.find((candidate) => candidate.base_currency === currency) ?? accounts.wallets[0];
  if (!wallet) return null;
  const fund = () => setOpen({ sheet: 'fund', flow, to: undefined });
  const openTransfer = (payee?: Payee) => {
    forgetKept('transfer.');
    setOpen({ sheet: 'transfer', flow: flow + 1, to: payee });
  };
  return (
    <>
      <BalanceCard wallet={wallet} wallets={accounts.wallets} onCurrency={setCurrency} />
      <Actions
        currency={wallet.base_currency}
        restricted={user.restricted}
        onFund={fund}
        onSend={() => openTransfer()}
      />
      <NextSteps
        user={user}
        currency={wallet.base_currency}
        moved={recent.data && recent.data.total > 0}
        onFund={fund}
      />
      {!user.restricted && recent.data && (
        <SendAgain recent={recent.data.data} wallet={wallet} onSend={openTransfer} />
      )}
      <ClusterCard />
      <Recent query={recent} />
      <FundSheet open={sheet === 'fund'} onClose={close} currency={wallet.base_currency} />
      <TransferSheet
        key={flow}
        open={sheet === 'transfer'}
        onClose={close}
        onPaid={paid}
        wallet={wallet}
        product={product}
        to={to}
      />
    </>
  );
}
