import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';

const passive = true;

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async () => (await call('GET', '/accounts', { passive })).data,
});

/** A filter of the history. */
export interface History {
  search?: string;
  page?: number;
  per_page?: number;
  from?: string;
  to?: string;
  category?: Contract<'Category'>;
}

export const transactionKeys = {
  all: ['transactions'] as const,
  list: (asked: History) => [...transactionKeys.all, 'list', asked] as const,
  one: (reference: string) => [...transactionKeys.all, 'one', reference] as const,
};

export const transactionsQuery = (asked: History = {}) =>
  queryOptions({
    queryKey: transactionKeys.list(asked),
    queryFn: async () => (await call('GET', '/transaction/me', { query: { ...asked }, passive })).data,
  });

export const transactionQuery = (reference: string) =>
  queryOptions({
    queryKey: transactionKeys.one(reference),
    queryFn: async () =>
      (await call('GET', '/transaction/{reference}', { path: { reference }, passive })).data,
  });
