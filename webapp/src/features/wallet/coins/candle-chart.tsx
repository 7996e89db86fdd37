import {
  CandlestickSeries,
  ColorType,
  createChart,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ChartCandle } from './prices';
import { watchTheme } from './watch-theme';

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Canvas cannot use `color-mix`, so only tokens that are plain colours. */
function colours() {
  const [up, down] = [token('--positive'), token('--negative')];
  return {
    chart: {
      layout: {
        background: { type: ColorType.Solid as const, color: 'transparent' },
        textColor: token('--brand-secondary-text'),
        // The chart is hidden from screen readers, so the link to its maker is below it.
        attributionLogo: false,
      },
      grid: { vertLines: { visible: false }, horzLines: { color: token('--line') } },
      timeScale: { borderColor: token('--line'), timeVisible: true },
      rightPriceScale: { borderColor: token('--line') },
    },
    series: { upColor: up, wickUpColor: up, downColor: down, wickDownColor: down, borderVisible: false },
  };
}

/** Prices on the axis, formatted for people, with enough decimals to distinguish a cheap coin's lines. */
function scaleFor(price: number, shownPrice: (price: string) => string) {
  const decimals = price < 1 ? 8 : price < 100 ? 4 : 2;
  return {
    type: 'custom' as const,
    minMove: 10 ** -decimals,
    formatter: (at: number) => shownPrice(at.toFixed(decimals)),
  };
}

interface Props {
  candles: ChartCandle[];
  /** Formats a price. Passed in, so that the rules are not part of this chunk. */
  shownPrice: (price: string) => string;
}

/** A candle chart. The table beside it has the same data. */
export default function CandleChart({ candles, shownPrice }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const parts = useRef<{ chart: IChartApi; series: ISeriesApi<'Candlestick'> } | null>(null);
  const shown = useSyncExternalStore(watchTheme, () => document.documentElement.dataset.theme ?? 'light');
  useEffect(() => {
    if (!place.current) return;
    const chart = createChart(place.current, { autoSize: true, ...colours().chart });
    parts.current = { chart, series: chart.addSeries(CandlestickSeries) };
    return () => {
      parts.current = null;
      chart.remove();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is read from the document
  useEffect(() => {
    parts.current?.chart.applyOptions(colours().chart);
    parts.current?.series.applyOptions(colours().series);
  }, [shown]);
  useEffect(() => {
    const last = candles[candles.length - 1];
    if (last) parts.current?.series.applyOptions({ priceFormat: scaleFor(Number(last.close), shownPrice) });
    parts.current?.series.setData(
      // Coordinates of the drawing, which may be floats. The table shows the prices themselves.
      candles.map(({ open_time, open, high, low, close }) => ({
        time: (open_time / 1000) as UTCTimestamp,
        open: Number(open),
        high: Number(high),
        low: Number(low),
        close: Number(close),
      })),
    );
  }, [candles, shownPrice]);
  return (
    <figure>
      <div ref={place} aria-hidden dir="ltr" className="h-80" />
      <figcaption className="text-xs text-muted">
        <span>{'Chart by '}</span>
        <a className="underline" href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          TradingView
        </a>
      </figcaption>
    </figure>
  );
}
