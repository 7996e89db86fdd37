import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { passkeysQuery } from './passkeys';
import { accountKeys, transactionKeys } from './queries';

/** Refetches balances and history; call it when money has moved. */
export function useRefreshMoney(): () => Promise<unknown> {
  const queries = useQueryClient();
  return useCallback(
    () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: accountKeys.all }),
        queries.invalidateQueries({ queryKey: transactionKeys.all }),
        // The limit for payments with them has less left.
        queries.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
      ]),
    [queries],
  );
}
