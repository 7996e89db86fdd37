import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { BodyOf, Contract } from '@/api/contract';
import { toast } from '@/ui/toast';

export type Account = Contract<'Account'>;

/** The account in one view. */
export const accountQuery = queryOptions({
  queryKey: ['account'] as const,
  queryFn: async () => (await call('GET', '/account')).data,
});

export function useChangeAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyOf<'PUT', '/account'>) => (await call('PUT', '/account', { body })).data,
    meta: { quiet: true, silent: true },
    onSuccess: (account) => {
      queries.setQueryData(accountQuery.queryKey, account);
      toast.success('Account updated');
    },
  });
}
