import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { accountsQuery, transactionKeys } from './queries';

/** Loads again what shows how much money there is and where it went; call it when money has moved. */
export function useRefreshMoney(): () => Promise<unknown> {
  const queries = useQueryClient();
  return useCallback(
    () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: accountsQuery.queryKey }),
        queries.invalidateQueries({ queryKey: transactionKeys.all }),
      ]),
    [queries],
  );
}
