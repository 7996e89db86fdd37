import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DayChange } from '@/payment/change';
import { Balance } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { Button } from '@/ui/button';
import { CoinMark } from '@/ui/coin-mark';
import { useServices } from '@/ui/configuration';
import { TextField } from '@/ui/field';
import { EmptyState } from '@/ui/states';
import type { Wallet } from '../types';
import { Arrivals } from './arrivals';
import { type HoldingPart, type Holdings, partOf } from './holdings';
import { priceWords } from './prices';
import type { ListedCoin } from './queries';

interface Props {
  coins: ListedCoin[];
  wallets: Wallet[];
  holdings: Holdings;
}

/** The listed coins with search: the user's own first. A row opens its coin. */
export function CoinList({ coins, wallets, holdings }: Props) {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const found = coins.filter(({ symbol, name }) => `${symbol} ${name}`.toLowerCase().includes(wanted));
  const isOwn = ({ symbol }: ListedCoin) => partOf(holdings, symbol) !== undefined;
  const own = (holdings.parts ?? []).flatMap(({ coin }) => found.filter(({ symbol }) => symbol === coin));
  const others = found.filter((coin) => !isOwn(coin));
  const shared = { wallets, holdings };
  return (
    <>
      <TextField
        label="Search coins"
        type="search"
        placeholder="Search..."
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {found.length === 0 && (
        <EmptyState drawing="nothing-found" title="No coin has that name">
          <Button look="quiet" onClick={() => setTyped('')}>
            Show all coins
          </Button>
        </EmptyState>
      )}
      {own.length > 0 && <Rows id="own-coins" title="Your coins" coins={own} {...shared} />}
      {others.length > 0 && (
        <Rows id="coins" title={own.length > 0 ? 'Other coins' : 'All coins'} coins={others} {...shared} />
      )}
    </>
  );
}

function Rows({ id, title, coins, wallets, holdings }: Props & { id: string; title: string }) {
  return (
    <section className="flex flex-col gap-3" aria-labelledby={id}>
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <ul className="divide-y divide-line rounded-card bg-raised px-4 shadow-raised">
        {coins.map((coin) => (
          <li key={coin.symbol}>
            <Row
              coin={coin}
              part={partOf(holdings, coin.symbol)}
              wallet={wallets.find(({ base_currency }) => base_currency === coin.symbol)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  coin: ListedCoin;
  /** Undefined if the user has none of it. */
  part: HoldingPart | undefined;
  wallet: Wallet | undefined;
}

/** A coin: what the user has of it and its worth, or its price; and the change within a day. */
function Row({ coin, part, wallet }: RowProps) {
  const { symbol, name, change_24h, is_held } = coin;
  const has = useServices();
  const price = has('coins') ? priceWords(coin) : undefined;
  return (
    <>
      <Link
        to="/wallet"
        search={{ coin: symbol }}
        className="flex min-h-16 flex-wrap items-center gap-x-3 py-2.5"
      >
        <CoinMark symbol={symbol} />
        <span className="min-w-min grow basis-0">
          <span className="block font-semibold">{name}</span>
          <span className="figures block text-xs text-muted">
            {part && wallet ? (
              <Balance amount={wallet.balance} currency={symbol as Currency} />
            ) : (
              <span>{symbol}</span>
            )}
          </span>
        </span>
        <span className="figures ms-auto flex flex-col items-end text-sm">
          {part?.worth ? (
            <span className="font-semibold">
              <Balance amount={part.worth} currency="NGN" />
            </span>
          ) : (
            price !== undefined && <span className="font-semibold">{price}</span>
          )}
          {price !== undefined && change_24h !== null && <DayChange percent={change_24h} />}
        </span>
      </Link>
      {is_held && <Arrivals coin={symbol} />}
    </>
  );
}
