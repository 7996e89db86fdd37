import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';
import type { Fields } from '@/engine/use-engine-form';

export type AutoTradeState = Contract<'AutoTradeState'>;
export type AutoTradeOrder = Contract<'AutoTradeOrder'>;

const passive = true;
/** Signal outcomes change without the user's action. */
const LOOK_EVERY_MS = 10_000;
/** The server queries the exchange no more often. */
const BALANCES_EVERY_MS = 60_000;

export const autoTradeKeys = {
  all: ['auto-trade'] as const,
  state: ['auto-trade', 'state'] as const,
};

/** The state of automatic trading: switch, caps and today's spending. */
export const autoTradeQuery = queryOptions({
  queryKey: autoTradeKeys.state,
  queryFn: async () => (await call('GET', '/auto-trade', { passive })).data,
  refetchInterval: LOOK_EVERY_MS,
});

/** Orders and refusals, the newest first. */
export const autoTradeOrdersQuery = (asked: { page?: number; per_page?: number }) =>
  queryOptions({
    queryKey: [...autoTradeKeys.all, 'orders', asked] as const,
    queryFn: async () =>
      (
        await call('GET', '/auto-trade/orders', {
          query: {
            ...(asked.page !== undefined && { page: asked.page }),
            ...(asked.per_page !== undefined && { per_page: asked.per_page }),
          },
          passive,
        })
      ).data,
    refetchInterval: LOOK_EVERY_MS,
  });

/** The balances of the user's own exchange account. */
export const exchangeBalancesQuery = queryOptions({
  queryKey: ['exchange-balances'] as const,
  queryFn: async () => (await call('GET', '/exchange/balances', { passive })).data,
  refetchInterval: BALANCES_EVERY_MS,
});

/** Sets the switch and the caps. An omitted cap stays. */
export function useSetAutoTrade(isQuiet: boolean) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Partial<Fields<'auto_trade'>> & { is_on: boolean }) =>
      (await call('PUT', '/auto-trade', { body })).data,
    meta: { silent: true, quiet: isQuiet },
    onSuccess: (state) => queries.setQueryData(autoTradeKeys.state, state),
    onSettled: () => queries.invalidateQueries({ queryKey: autoTradeKeys.all }),
  });
}
