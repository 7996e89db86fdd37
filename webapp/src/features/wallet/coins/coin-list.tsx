import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { classes } from '@/lib/classes';
import { DayChange } from '@/payment/change';
import { Balance } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { Button, buttonClasses } from '@/ui/button';
import { CoinMark } from '@/ui/coin-mark';
import { useServices } from '@/ui/configuration';
import { TextField } from '@/ui/field';
import { EmptyState } from '@/ui/states';
import { toast } from '@/ui/toast';
import type { Wallet } from '../types';
import { Arrivals } from './arrivals';
import { coinPrice } from './price';
import type { ListedCoin } from './queries';

/** The actions that open a sheet. */
export type CoinAction = Exclude<ListedCoin['actions'][number], 'chart'>;

interface Props {
  coins: ListedCoin[];
  wallets: Wallet[];
  /** Whether the user may not pay. */
  restricted: boolean;
  onAction: (action: CoinAction, coin: ListedCoin) => void;
}

/** The listed coins with search, balances and actions. */
export function CoinList({ coins, wallets, restricted, onAction }: Props) {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const act: Props['onAction'] = (action, coin) => {
    if (restricted && (action === 'sell' || action === 'send')) {
      toast.info('Cannot perform this transaction!');
    } else onAction(action, coin);
  };
  const found = coins.filter(({ symbol, name }) => `${symbol} ${name}`.toLowerCase().includes(wanted));
  return (
    <section className="flex flex-col gap-3" aria-labelledby="coins">
      <h2 id="coins" className="text-lg font-semibold">
        All coins
      </h2>
      <TextField
        label="Search coins"
        type="search"
        placeholder="Search..."
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {found.length === 0 ? (
        <EmptyState icon={<Search aria-hidden className="size-6" />} title="No coin has that name">
          <Button look="quiet" onClick={() => setTyped('')}>
            Show all coins
          </Button>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-card bg-raised px-4 shadow-raised">
          {found.map((coin) => (
            <li key={coin.symbol}>
              <Row
                coin={coin}
                wallet={wallets.find(({ base_currency }) => base_currency === coin.symbol)}
                onAction={act}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowProps {
  coin: ListedCoin;
  wallet: Wallet | undefined;
  onAction: Props['onAction'];
}

const LABELS: Record<CoinAction, string> = { sell: 'Sell', send: 'Send', receive: 'Receive' };

/** Four beside each other on a phone. */
const NARROW = 'min-h-11! rounded-full! px-1! text-sm';

function Row({ coin, wallet, onAction }: RowProps) {
  const { symbol, name, change_24h, is_held, actions } = coin;
  const has = useServices();
  const price = coin.price === null || !has('coins') ? null : coinPrice(coin.price);
  return (
    <article className="flex flex-col gap-3 py-4" aria-label={name}>
      <div className="flex flex-wrap items-center gap-x-3">
        <CoinMark symbol={symbol} />
        <div className="min-w-min grow basis-0">
          <p className="flex flex-wrap items-baseline gap-x-2 font-semibold">
            <span>{name}</span>
            {symbol !== name && <span className="text-xs font-medium text-muted">{symbol}</span>}
          </p>
          {price !== null && <p className="figures text-xs text-muted">{`${price} USDT`}</p>}
        </div>
        <div className="ms-auto flex flex-col items-end text-sm">
          {wallet && (
            <p className="font-semibold">
              <span className="sr-only">Balance </span>
              <Balance amount={wallet.ledger_balance} currency={symbol as Currency} />
            </p>
          )}
          {price !== null && change_24h !== null && <DayChange percent={change_24h} />}
        </div>
      </div>
      {/* Four, or two and two, and never three and one. */}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(max(4.5rem,40%),1fr))] gap-2 @xs/page:grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))]">
        {actions.map((action) =>
          action === 'chart' ? (
            <Link
              key={action}
              to="/trade/$coin"
              params={{ coin: symbol }}
              className={classes(buttonClasses('quiet'), NARROW)}
              aria-label={`Chart of ${name}`}
            >
              Chart
            </Link>
          ) : (
            <Button
              key={action}
              look="quiet"
              className={NARROW}
              aria-label={`${LABELS[action]} ${name}`}
              onClick={() => onAction(action, coin)}
            >
              {LABELS[action]}
            </Button>
          ),
        )}
      </div>
      {is_held && <Arrivals coin={symbol} />}
    </article>
  );
}
