import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';
import type { Currency } from './types';

const passive = true;

export const accountKeys = {
  all: ['accounts'] as const,
  /** How much may leave a wallet; `to` is the recipient as far as the server asks for it. */
  allowance: (currency: Currency, to: unknown) => ['allowance', currency, to] as const,
};

export const accountsQuery = queryOptions({
  queryKey: accountKeys.all,
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
  type?: 'CREDIT' | 'DEBIT';
  status?: 'PROCESSING' | 'SUCCESSFUL' | 'FAILED';
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

/** What came in and went out in each month of a filter. */
export const monthsQuery = ({ page: _page, per_page: _rows, ...asked }: History) =>
  queryOptions({
    queryKey: [...transactionKeys.all, 'months', asked] as const,
    queryFn: async () => (await call('GET', '/transaction/months', { query: { ...asked }, passive })).data,
  });

export const transactionQuery = (reference: string) =>
  queryOptions({
    queryKey: transactionKeys.one(reference),
    queryFn: async () =>
      (await call('GET', '/transaction/{reference}', { path: { reference }, passive })).data,
  });

/** For each currency, whether a PIN is set. */
export const pinStatusQuery = queryOptions({
  queryKey: ['pin-status'] as const,
  queryFn: async () => (await call('GET', '/wallet/pin-status', { passive: true })).data,
});
