import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Page } from '@/api/types';
import type { Accounts, Bank, Beneficiary, Currency, Rates, Transaction, VirtualAccount } from './types';

const passive = true;

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async () => (await call<Accounts>('GET', '/accounts', { passive })).data,
});

export const ratesQuery = queryOptions({
  queryKey: ['rates'],
  queryFn: async () => (await call<Rates>('GET', '/rates', { passive })).data,
  staleTime: 60_000,
});

export const banksQuery = queryOptions({
  queryKey: ['banks'],
  queryFn: async () => (await call<Bank[]>('GET', '/banks', { passive })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

export const beneficiariesQuery = (search = '', page = 1) =>
  queryOptions({
    queryKey: ['beneficiaries', search, page],
    queryFn: async () =>
      (await call<Page<Beneficiary>>('GET', '/bank-account', { query: { search, page }, passive })).data,
  });

export interface History {
  search?: string;
  page?: number;
  from?: string;
  to?: string;
  category?: string;
}

export const transactionsQuery = (asked: History = {}) =>
  queryOptions({
    queryKey: ['transactions', asked],
    queryFn: async () =>
      (await call<Page<Transaction>>('GET', '/transaction/me', { query: { ...asked }, passive })).data,
  });

export const transactionQuery = (reference: string) =>
  queryOptions({
    queryKey: ['transactions', 'one', reference],
    queryFn: async () =>
      (await call<Transaction>('GET', `/transaction/${encodeURIComponent(reference)}`, { passive })).data,
  });

/** An account to send money to, or the bank's demand for a verification number (code 25). */
export type Funding = VirtualAccount | { code: 25 };

export const fundingQuery = (type: Currency, bvn?: string) =>
  queryOptions({
    queryKey: ['funding', type, bvn ?? ''],
    queryFn: async () =>
      (await call<Funding>('POST', '/accounts/fund', { body: { type, ...(bvn && { bvn }) } })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
