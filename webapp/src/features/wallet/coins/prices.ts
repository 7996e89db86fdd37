import { evaluate, type RuleInput, type RuleOutput } from '@/engine/later';
import { money } from '@/payment/money';
import type { Currency } from '@/payment/types';
import type { Candle, ListedCoin, Period } from './queries';

export type Prices = Omit<RuleOutput<'coin.history'>, 'candles'> & {
  candles: ChartCandle[];
  currency: Currency;
  /** The meaning of the prices; null if they are the market's own. */
  note: string | null;
};
export type ChartCandle = NonNullable<RuleOutput<'coin.history'>['candles']>[number];
export type Span = NonNullable<RuleInput<'coin.history'>['span']>;

/** The times that a chart shows, and the candles that the rule takes for each. */
export const SPANS = [
  { value: 'day', label: 'Day', period: '15m', words: 'within a day' },
  { value: 'week', label: 'Week', period: '2h', words: 'within a week' },
  { value: 'month', label: 'Month', period: '1d', words: 'within a month' },
] as const satisfies readonly { value: Span; label: string; period: Period; words: string }[];

/** The market's candles in naira at today's rate, or in dollars while there is none. */
export function pricesOf(candles: Candle[], coin: ListedCoin | undefined, span: Span | null): Prices {
  const rate = coin?.naira_rate ?? null;
  const currency = rate === null ? 'USD' : 'NGN';
  const note = rate === null ? null : "All prices in naira are at today's rate.";
  const given = candles.map(({ openTime, open, high, low, close }) => ({
    open_time: openTime,
    open,
    high,
    low,
    close,
  }));
  const found = evaluate('coin.history', { span, candles: given, currency, rate: rate ?? '1' });
  return { ...found, candles: found.candles ?? [], currency, note };
}

/** The highest and lowest price of the last day, in the unit of the other prices; null while they are not known. */
export function dayRange(coin: ListedCoin): { high: string; low: string } | null {
  const { price, high_24h: high, low_24h: low } = coin;
  if (!price || !high || !low) return null;
  const day = { openTime: 0, open: price, high, low, close: price };
  const { candles, currency } = pricesOf([day], coin, null);
  const [shown] = candles;
  return shown ? { high: money(shown.high, currency), low: money(shown.low, currency) } : null;
}

/** A price on an axis: without its sign, and without decimals where they would not be read. */
export function onAxis(price: string): string {
  const { whole, decimals } = evaluate('money.format', { amount: price, currency: 'NGN' });
  if (whole === null || whole === undefined) return price;
  return whole.length > 'nnn,nnn'.length ? whole : `${whole}${decimals ?? ''}`;
}

/** The price of one coin in naira, or in USDT without an exchange rate; undefined without a price. */
export function priceWords({ price, price_ngn }: ListedCoin): string | undefined {
  if (price_ngn !== null) return money(price_ngn, 'NGN');
  return price === null ? undefined : `${evaluate('coin.price', { price }).text ?? price} USDT`;
}
