import { useQuery } from '@tanstack/react-query';
import { ChartCandlestick, ChartLine } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { changeOf } from '@/payment/change';
import { momentOf } from '@/payment/days';
import { money } from '@/payment/money';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { Segmented } from '@/ui/segmented';
import { Skeleton } from '@/ui/states';
import { CandleTable } from './candle-table';
import { LineChart } from './line-chart';
import { Moved } from './moved';
import { onAxis, pricesOf, SPANS, type Span } from './prices';
import { type Candle, candlesQuery, type ListedCoin } from './queries';

// The chart library is loaded only with candles.
const CandleChart = lazy(() => import('./candle-chart'));

const waiting = <Skeleton className="h-76" />;

/** A coin's prices in naira within a day, a week or a month: as a line, as candles, and as a table. */
export function CoinChart({ coin }: { coin: ListedCoin }) {
  const [span, setSpan] = useState<Span>('day');
  const [isLine, setLine] = useState(true);
  const { period, words } = SPANS.find(({ value }) => value === span) ?? SPANS[0];
  const candles = useQuery(candlesQuery(`${coin.symbol}USDT`, period));
  // The market does not have this pair.
  const traded = candles.error?.status === 404 ? { ...candles, data: [], error: null } : candles;
  const Icon = isLine ? ChartCandlestick : ChartLine;
  return (
    <Card>
      <Segmented label="Time of the chart" options={SPANS} value={span} onChange={setSpan}>
        <Loaded
          query={traded}
          waiting={waiting}
          empty={<p className="text-sm text-muted">{`${coin.name} isn't traded at the moment.`}</p>}
          polled
        >
          {(loaded) => (
            <div className="flex flex-col gap-3" aria-busy={candles.isPlaceholderData}>
              <Drawing coin={coin} candles={loaded} span={span} words={words} isLine={isLine} />
              <Button look="plain" className="min-h-11! self-start text-sm" onClick={() => setLine(!isLine)}>
                <Icon aria-hidden className="size-5" />
                <span>{isLine ? 'Show candles' : 'Show a line'}</span>
              </Button>
            </div>
          )}
        </Loaded>
      </Segmented>
    </Card>
  );
}

interface DrawingProps {
  coin: ListedCoin;
  candles: Candle[];
  span: Span;
  words: string;
  isLine: boolean;
}

function Drawing({ coin, candles, span, words, isLine }: DrawingProps) {
  const [at, setAt] = useState<number | null>(null);
  const prices = useMemo(() => pricesOf(candles, coin, span), [candles, coin, span]);
  const { currency, change, percent } = prices;
  const pointed = at === null ? undefined : prices.candles[at];
  return (
    <>
      {/* Of one height, so that nothing moves under the finger. */}
      <div className="min-h-6">
        {pointed ? (
          <p className="text-sm text-muted">
            <strong className="figures text-text">{money(pointed.close, currency)}</strong>
            <span>{` ${momentOf(new Date(pointed.open_time).toISOString())}`}</span>
          </p>
        ) : (
          change && <Moved change={change} percent={percent} currency={currency} words={words} />
        )}
      </div>
      {isLine ? (
        <LineChart
          // Coordinates of the drawing, which may be floats. The table shows the prices themselves.
          values={prices.candles.map(({ close }) => Number(close))}
          falls={changeOf(change ?? '0').direction === 'down'}
          at={at}
          onAt={setAt}
        />
      ) : (
        <Suspense fallback={<Skeleton className="h-80" />}>
          <CandleChart candles={prices.candles} shownPrice={onAxis} />
        </Suspense>
      )}
      {prices.note !== null && <p className="text-xs text-muted">{prices.note}</p>}
      <CandleTable prices={prices} onlyClose={isLine} />
    </>
  );
}
