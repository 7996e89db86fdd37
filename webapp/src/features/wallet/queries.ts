import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import { type Payee, recipientOf } from './flow';
import type { Currency } from './types';

const passive = true;

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async () => (await call('GET', '/accounts', { passive })).data,
});

export const ratesQuery = queryOptions({
  queryKey: ['rates'],
  queryFn: async () => (await call('GET', '/rates', { passive })).data,
  staleTime: 60_000,
});

export const banksQuery = queryOptions({
  queryKey: ['banks'],
  queryFn: async () => (await call('GET', '/banks', { passive })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

export const beneficiariesQuery = (search = '', page = 1) =>
  queryOptions({
    queryKey: ['beneficiaries', search, page],
    queryFn: async () => (await call('GET', '/bank-account', { query: { search, page }, passive })).data,
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
    queryFn: async () => (await call('GET', '/transaction/me', { query: { ...asked }, passive })).data,
  });

export const transactionQuery = (reference: string) =>
  queryOptions({
    queryKey: ['transactions', 'one', reference],
    queryFn: async () =>
      (await call('GET', '/transaction/{reference}', { path: { reference }, passive })).data,
  });

/** How much may leave for somebody now. It is asked for each time: every payment changes it. */
export const allowanceQuery = (payee: Payee, currency: Currency) =>
  queryOptions({
    queryKey: ['allowance', currency, recipientOf(payee)],
    queryFn: async () =>
      (await call('POST', '/wallet/allowance', { body: { currency, ...recipientOf(payee) } })).data,
    gcTime: 0,
  });

/** An account to send money to, or the bank's demand for a verification number. */
export const fundingQuery = (type: Currency, bvn?: string) =>
  queryOptions({
    queryKey: ['funding', type, bvn ?? ''],
    queryFn: async () => (await call('POST', '/accounts/fund', { body: { type, ...(bvn && { bvn }) } })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
