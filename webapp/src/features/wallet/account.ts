import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { BodyOf, Contract } from '@/api/contract';
import { toast } from '@/ui/toast';

export type Account = Contract<'Account'>;

const accountKeys = { own: ['account'] as const };

/** The account in one view. */
export const accountQuery = queryOptions({
  queryKey: accountKeys.own,
  queryFn: async () => (await call('GET', '/account')).data,
});

export function useChangeAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyOf<'PUT', '/account'>) => (await call('PUT', '/account', { body })).data,
    meta: { quiet: true, silent: true },
    onSuccess: (account) => {
      queries.setQueryData(accountKeys.own, account);
      toast.success('Account updated');
    },
  });
}
