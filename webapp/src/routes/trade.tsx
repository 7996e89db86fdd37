import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useUser } from '@/api/use-session';
import { SignalSlider } from '@/features/signals/signal-slider';
import { CandleTable } from '@/features/wallet/coins/candle-table';
import { coinPrice } from '@/features/wallet/coins/price';
import { dayRange, onAxis, type Prices, pricesOf, priceWords } from '@/features/wallet/coins/prices';
import {
  type Candle,
  candlesQuery,
  coinsQuery,
  type ListedCoin,
  type Period,
} from '@/features/wallet/coins/queries';
import { changeOf, DayChange } from '@/payment/change';
import { timeOf } from '@/payment/days';
import { money } from '@/payment/money';
import { buttonClasses } from '@/ui/button';
import { CoinMark } from '@/ui/coin-mark';
import { useServices } from '@/ui/configuration';
import { Loaded } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { Segmented } from '@/ui/segmented';
import { EmptyState, isFirstLoad, Skeleton } from '@/ui/states';

const PERIODS: { value: Period; label: string }[] = [
  { value: '5m', label: '5 minutes' },
  { value: '1h', label: '1 hour' },
  { value: '1d', label: '1 day' },
];

// The chart library is loaded only with a chart.
const CandleChart = lazy(() => import('@/features/wallet/coins/candle-chart'));

const waiting = <Skeleton className="h-80" />;

const route = getRouteApi('/inside/trade/$coin');

/** A coin's candles, and the trade signals. */
export function Trade() {
  const { coin } = route.useParams();
  const user = useUser();
  const has = useServices();
  return (
    <Page title={`${coin} / USDT`} back="/wallet" wide>
      {has('coins') ? <Market coin={coin} /> : <EmptyState title="Coins are not offered here." />}
      {has('signals') && user && <SignalSlider user={user} />}
    </Page>
  );
}

/** A coin's candles, updated while the page is open. */
function Market({ coin }: { coin: string }) {
  const [period, setPeriod] = useState<Period>('5m');
  const pair = `${coin}USDT`;
  const candles = useQuery(candlesQuery(pair, period));
  const coins = useQuery(coinsQuery);
  // The market does not have this pair.
  const traded = candles.error?.status === 404 ? { ...candles, data: [], error: null } : candles;
  const untraded = <EmptyState title={`${coin} isn't traded at the moment`} />;
  const listed = coins.data?.find(({ symbol }) => symbol === coin);
  return (
    <>
      <Segmented label="Length of a candle" options={PERIODS} value={period} onChange={setPeriod}>
        <Loaded query={traded} waiting={waiting} empty={untraded} polled>
          {(loaded) =>
            // The summary has more lines once the coins have loaded, which would move the chart below it.
            isFirstLoad(coins) ? waiting : <Chart coin={coin} listed={listed} candles={loaded} />
          }
        </Loaded>
      </Segmented>
      {listed?.actions.includes('sell') && (
        <Link to="/wallet" search={{ coin }} className={buttonClasses('primary', true)}>
          {`${coin} in your wallet`}
        </Link>
      )}
    </>
  );
}

interface ChartProps {
  coin: string;
  listed: ListedCoin | undefined;
  candles: Candle[];
}

function Chart({ coin, listed, candles }: ChartProps) {
  const prices = useMemo(() => pricesOf(candles, listed, null), [candles, listed]);
  return (
    <div className="flex flex-col gap-5">
      <Summary coin={coin} listed={listed} prices={prices} />
      <Card className="flex flex-col gap-2">
        <Suspense fallback={<Skeleton className="h-80" />}>
          <CandleChart candles={prices.candles} shownPrice={onAxis} />
        </Suspense>
        {prices.note !== null && <p className="text-xs text-muted">{prices.note}</p>}
        <CandleTable prices={prices} />
      </Card>
    </div>
  );
}

interface SummaryProps {
  coin: string;
  listed: ListedCoin | undefined;
  prices: Prices;
}

/** The price's movement within a day, in words. */
function movement(coin: string, change: string): string {
  const { direction, size } = changeOf(change);
  if (direction === 'same') return `${coin} costs what it did a day ago.`;
  return `${coin} has ${direction === 'down' ? 'fallen' : 'risen'} by ${size}% within a day.`;
}

/** The chart in words. */
function Summary({ coin, listed, prices }: SummaryProps) {
  const { change_24h: change = null, price = null, updated_at } = listed ?? {};
  const range = listed ? dayRange(listed) : null;
  const last = prices.candles[prices.candles.length - 1]?.close ?? '0';
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <CoinMark symbol={coin} />
        <div className="min-w-min grow basis-0">
          <p className="text-sm text-muted">{listed?.name ?? coin}</p>
          <p className="figures text-xl font-bold">
            {(listed && priceWords(listed)) ?? money(last, prices.currency)}
          </p>
          {price !== null && <p className="figures text-sm text-muted">{`${coinPrice(price)} USDT`}</p>}
        </div>
        {change !== null && (
          // The sentence below is the version for screen readers.
          <span aria-hidden className="ms-auto rounded-full bg-accent-soft px-3 py-1">
            <DayChange percent={change} />
          </span>
        )}
      </div>
      {change !== null && (
        <p className="text-sm text-muted">
          <span>{movement(coin, change)}</span>
          {range !== null && <span>{` Highest ${range.high}, lowest ${range.low}.`}</span>}
          {updated_at && <span>{` As of ${timeOf(updated_at)}.`}</span>}
        </p>
      )}
    </Card>
  );
}
