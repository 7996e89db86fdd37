import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { evaluate } from '@/engine/later';
import { timeOf } from '@/payment/days';
import { money, useVisible } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { CoinMark } from '@/ui/coin-mark';
import { useServices } from '@/ui/configuration';
import { SelectField } from '@/ui/field';
import { Loaded } from '@/ui/loaded';
import { Skeleton } from '@/ui/states';
import type { Wallet } from '../types';
import { AreaChart, BarChart, type Point } from './charts';
import { candlesQuery, type ListedCoin } from './queries';

interface Props {
  coins: ListedCoin[];
  wallets: Wallet[];
}

/** The value of the coins, one bar each, and one coin's last day. */
export function CoinSummary({ coins, wallets }: Props) {
  const visible = useVisible();
  const held = wallets.filter(({ base_currency }) =>
    coins.some(({ symbol, is_held }) => is_held && symbol === base_currency),
  );
  if (!visible)
    return <p className="rounded-card bg-raised p-gutter text-sm text-muted">Balances are hidden.</p>;
  return (
    <>
      <Worths wallets={held} />
      <LastDay wallets={held.filter(({ base_currency }) => base_currency !== 'USDT')} />
    </>
  );
}

/** The proceeds of selling each coin now, as everywhere else. */
function Worths({ wallets }: { wallets: Wallet[] }) {
  const has = useServices();
  return (
    <BarChart
      title="What your coins are worth"
      columns={['Coin', 'Sold now']}
      nothing={
        has('coin_transfers') ? 'You hold no coins yet. Receive some first.' : 'You hold no coins yet.'
      }
      points={wallets.map(
        ({ base_currency, worth }): Point => ({
          key: base_currency,
          label: base_currency,
          // A coordinate of the drawing, which may be a float. The displayed `text` comes from the rules.
          value: Number(worth ?? 0),
          text: worth === null ? '–' : money(worth, 'NGN'),
        }),
      )}
    />
  );
}

const HOURS = 24;

function LastDay({ wallets }: { wallets: Wallet[] }) {
  const [chosen, setChosen] = useState<Currency>();
  const wallet = wallets.find(({ base_currency }) => base_currency === chosen) ?? wallets[0];
  const candles = useQuery({
    ...candlesQuery(`${wallet?.base_currency}USDT`, '1h'),
    enabled: wallet !== undefined,
  });
  if (!wallet) return null;
  const { base_currency: coin, balance } = wallet;
  return (
    <>
      <SelectField
        label="Coin of the chart"
        mark={<CoinMark symbol={coin} className="size-9!" />}
        options={wallets.map(({ base_currency }) => ({ value: base_currency, label: base_currency }))}
        value={coin}
        onChange={({ target }) => setChosen(target.value as Currency)}
      />
      <Loaded query={candles} waiting={<Skeleton className="h-56" />} polled>
        {(loaded) => {
          const points = loaded.slice(-HOURS).map(({ openTime, close }): Point => {
            const { total } = evaluate('coin.quote', {
              side: 'sell',
              coin,
              amount: balance,
              price: close,
              spread: '0',
              currency: 'USD',
            });
            return {
              key: String(openTime),
              label: timeOf(new Date(openTime).toISOString()),
              // A coordinate of the drawing, as above.
              value: Number(close),
              text: money(total ?? '0', 'USD'),
            };
          });
          return <AreaChart title={`${coin} in the last day`} columns={['Time', 'Worth']} points={points} />;
        }}
      </Loaded>
    </>
  );
}
