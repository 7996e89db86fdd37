import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';

export type Predictions = Contract<'PredictionBoard'>;
export type Strategy = Contract<'Strategy'>;

const passive = true;
/** The polling interval, in case the realtime channel is down. */
const LOOK_EVERY_MS = 60_000;

export const signalKeys = {
  predictions: ['predictions'] as const,
  strategies: ['strategies'] as const,
  figures: (coin: string) => ['strategies', 'figures', coin] as const,
};

/** The predictions; without a subscription their figures are not sent. */
export const predictionsQuery = queryOptions({
  queryKey: signalKeys.predictions,
  queryFn: async () => (await call('GET', '/predictions', { passive })).data,
  refetchInterval: LOOK_EVERY_MS,
});

/** The user's strategies, the newest first. */
export const strategiesQuery = queryOptions({
  queryKey: signalKeys.strategies,
  queryFn: async () => (await call('GET', '/strategies')).data,
});

/** The market's figures of a coin. */
export const figuresQuery = (coin: string) =>
  queryOptions({
    queryKey: signalKeys.figures(coin),
    queryFn: async () => (await call('GET', '/strategies/figures/{coin}', { path: { coin }, passive })).data,
    refetchInterval: LOOK_EVERY_MS,
  });
