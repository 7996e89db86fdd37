import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { BodyOf, Contract } from '@/api/contract';
import { transactionKeys } from '@/payment/queries';
import type { Currency } from '@/payment/types';
import type { Listed } from '../queries';

export type ListedCoin = Contract<'ListedCoin'>;
export type CoinTerms = Contract<'CoinTerms'>;
export type Network = Contract<'CoinNetwork'>;
export type SaleQuote = Contract<'SaleQuote'> & {
  /** By `performance.now()`. */
  received_at: number;
};
export type SendingQuote = Contract<'SendingQuote'>;
export type Candle = Contract<'Candle'>;
export type Period = BodyOf<'POST', '/candle-stick'>['period'];

const passive = true;
/** Prices are refreshed every minute. (Document 2, section 9.) */
export const EVERY_MS = 60_000;

export const coinKeys = {
  list: ['coins'] as const,
  candles: (pair: string, period: Period) => ['candles', pair, period] as const,
  terms: (coin: Currency, network: Network | null, address: string) =>
    ['coin-terms', coin, network, address] as const,
  address: (coin: Currency, network: Network) => ['coin-address', coin, network] as const,
  prices: (pairs: string[]) => ['prices', pairs] as const,
};

/** The listed coins with their prices. */
export const coinsQuery = queryOptions({
  queryKey: coinKeys.list,
  queryFn: async () => (await call('GET', '/coins', { passive })).data,
  refetchInterval: EVERY_MS,
});

const ARRIVALS_EVERY_MS = 15_000;

/** Incoming coins. They are refetched with the history. */
export const arrivalsQuery = queryOptions({
  queryKey: [...transactionKeys.all, 'arrivals'],
  queryFn: async () => (await call('GET', '/coins/arrivals', { passive })).data,
  refetchInterval: ARRIVALS_EVERY_MS,
});

/** Coins sold, or coins sent. They are refetched with the history. */
export const coinDebitsQuery = (path: '/sell' | '/send', asked: Listed) =>
  queryOptions({
    queryKey: [...transactionKeys.all, path, asked] as const,
    queryFn: async () => (await call('GET', path, { query: { ...asked }, passive })).data,
  });

/** A pair's latest candles. They are live while the user looks. */
export const candlesQuery = (pair: string, period: Period) =>
  queryOptions({
    queryKey: coinKeys.candles(pair, period),
    queryFn: async () => (await call('POST', '/candle-stick', { body: { pair, period }, passive })).data,
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });

/** A coin's current terms: price, network fee, cap. Every payment changes them. */
export const termsQuery = (symbol: Currency, network: Network | null, address: string) =>
  queryOptions({
    queryKey: coinKeys.terms(symbol, network, address),
    queryFn: async () =>
      (await call('POST', '/coins/terms', { body: { symbol, network, address }, passive })).data,
    gcTime: 0,
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });

/** The address to receive a coin at. It never changes. */
export const addressQuery = (symbol: Currency, network: Network) =>
  queryOptions({
    queryKey: coinKeys.address(symbol, network),
    queryFn: async () => (await call('POST', '/coins/address', { body: { symbol, network } })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
