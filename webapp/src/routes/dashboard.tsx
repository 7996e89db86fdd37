import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowUpRight, Eye, EyeOff, KeyRound, Plus, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { User } from '@/api/types';
import { useUser } from '@/api/use-session';
import { ClusterCard } from '@/features/community/cluster-card';
import { pinStatusQuery } from '@/features/identity/pin';
import { FundSheet } from '@/features/wallet/fund-sheet';
import { TransferSheet } from '@/features/wallet/transfer-sheet';
import type { Accounts, Wallet } from '@/features/wallet/types';
import { forgetKept } from '@/lib/kept';
import { toggleVisibility } from '@/lib/visibility';
import { Balance, useVisible } from '@/payment/money';
import { accountsQuery, transactionsQuery } from '@/payment/queries';
import { resultOf } from '@/payment/result';
import { TransactionRow } from '@/payment/transaction-row';
import type { Currency, Transaction } from '@/payment/types';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { Button } from '@/ui/button';
import { useBrandName } from '@/ui/configuration';
import { Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { EmptyState, ListSkeleton, Skeleton } from '@/ui/states';

export function Dashboard() {
  const user = useUser();
  const accounts = useQuery(accountsQuery);
  if (!user) return null;
  return (
    <Page title={`Hello, ${user.profile.first_name ?? user.name}`}>
      <Loaded query={accounts} waiting={<Skeleton className="h-56" />}>
        {(loaded) => <Home user={user} accounts={loaded} />}
      </Loaded>
      {!user.restricted && <Services />}
      <ClusterCard />
      <Recent />
    </Page>
  );
}

function Home({ user, accounts }: { user: User; accounts: Accounts }) {
  const [currency, setCurrency] = useState<Currency>(accounts.total.currency);
  const wallet =
    accounts.wallets.find((candidate) => candidate.base_currency === currency) ?? accounts.wallets[0];
  if (!wallet) return null;
  return (
    <>
      <BalanceCard user={user} wallet={wallet} accounts={accounts} onCurrency={setCurrency} />
      <PinNotice currency={wallet.base_currency} />
    </>
  );
}

interface CardProps {
  user: User;
  wallet: Wallet;
  accounts: Accounts;
  onCurrency: (currency: Currency) => void;
}

const ON_ACCENT =
  'inline-flex min-h-12 grow items-center justify-center gap-2 rounded-control bg-on-accent font-semibold text-accent';

function BalanceCard({ user, wallet, accounts, onCurrency }: CardProps) {
  const navigate = useNavigate();
  const visible = useVisible();
  const [sheet, setSheet] = useState<'fund' | 'transfer' | null>(null);
  const [flow, setFlow] = useState(0);
  const product = useBrandName() ?? 'Ajo';
  const paid = (transaction: Transaction) => {
    setSheet(null);
    void navigate(resultOf(transaction));
  };
  useUnfinishedPayment(paid);
  const Icon = visible ? EyeOff : Eye;
  return (
    <div className="@container flex flex-col gap-5 rounded-card bg-accent p-6 text-on-accent shadow-raised">
      <div className="flex items-center justify-between">
        <label className="flex items-center gap-2 text-sm">
          <span className="sr-only">Currency</span>
          <select
            className="min-h-11 rounded-control border border-on-accent bg-accent px-3 font-semibold text-on-accent"
            value={wallet.base_currency}
            onChange={(event) => onCurrency(event.target.value as Currency)}
          >
            {accounts.wallets.map(({ base_currency }) => (
              <option key={base_currency}>{base_currency}</option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="grid size-11 place-items-center rounded-full"
          aria-label={visible ? 'Hide balances' : 'Show balances'}
          onClick={toggleVisibility}
        >
          <Icon aria-hidden className="size-6" />
        </button>
      </div>
      <div>
        <p className="text-sm">Available balance</p>
        <p
          data-testid="balance"
          className="text-[min(10.5cqi,2.25rem)] leading-tight font-extrabold wrap-anywhere"
        >
          <Balance amount={wallet.ledger_balance} currency={wallet.base_currency} />
        </p>
        <p className="figures pt-1 text-sm">Wallet number {wallet.identity}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <button type="button" className={ON_ACCENT} onClick={() => setSheet('fund')}>
          <Plus aria-hidden className="size-5" /> Fund
        </button>
        {!user.restricted && (
          <button
            type="button"
            className={ON_ACCENT}
            onClick={() => {
              // A closed flow starts from the beginning.
              setFlow(flow + 1);
              forgetKept('transfer.');
              setSheet('transfer');
            }}
          >
            <ArrowUpRight aria-hidden className="size-5 rtl:-rotate-90" /> Withdraw
          </button>
        )}
      </div>
      <FundSheet open={sheet === 'fund'} onClose={() => setSheet(null)} currency={wallet.base_currency} />
      <TransferSheet
        key={flow}
        open={sheet === 'transfer'}
        onClose={() => setSheet(null)}
        onPaid={paid}
        wallet={wallet}
        product={product}
      />
    </div>
  );
}

/** What can be bought from the wallet. */
function Services() {
  return (
    <nav aria-label="Services" className="flex flex-wrap gap-3">
      <Link
        to="/services"
        search={{ type: 'airtime' }}
        className="flex min-h-12 items-center gap-3 rounded-card border border-line bg-raised px-4 font-medium"
      >
        <Smartphone aria-hidden className="size-5 text-accent-text" /> Airtime
      </Link>
    </nav>
  );
}

/** Without a PIN no money can be sent: links to where it is set. */
function PinNotice({ currency }: { currency: Currency }) {
  const statuses = useQuery(pinStatusQuery);
  if (!statuses.data || statuses.data[currency] === 'pin_set') return null;
  return (
    <Link
      to="/settings"
      search={{ currency, operation: 'reset-pin' }}
      className="flex items-center gap-3 rounded-card border border-line bg-raised p-4 font-medium"
    >
      <KeyRound aria-hidden className="size-6 shrink-0 text-warning" />
      Set your {currency} transaction PIN to send money.
    </Link>
  );
}

const SHOWN = 5;

function Recent() {
  const recent = useQuery({ ...transactionsQuery(), select: ({ data }) => data.slice(0, SHOWN) });
  const navigate = useNavigate();
  return (
    <section className="flex flex-col gap-3" aria-labelledby="recent">
      <div className="flex items-center justify-between">
        <h2 id="recent" className="text-lg font-semibold">
          Recent transactions
        </h2>
        <Link to="/transaction" className="py-2 text-sm font-semibold text-accent-text underline">
          see more
        </Link>
      </div>
      <Loaded
        query={recent}
        waiting={<ListSkeleton rows={3} label="loading transactions" />}
        empty={
          <EmptyState title="No transaction yet">
            <Button look="quiet" onClick={() => void navigate({ to: '/bank-transfer' })}>
              Fund your wallet
            </Button>
          </EmptyState>
        }
      >
        {(transactions) => (
          <ul className="flex flex-col gap-4">
            {transactions.map((transaction) => (
              <li key={transaction.reference} className="flex">
                <TransactionRow transaction={transaction} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
