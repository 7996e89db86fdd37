import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Currency } from '@/payment/types';
import { type Payee, recipientOf } from './flow';

const passive = true;

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

export const beneficiaryKeys = {
  all: ['beneficiaries'] as const,
  list: (search: string, page: number) => [...beneficiaryKeys.all, search, page] as const,
};

export const beneficiariesQuery = (search = '', page = 1) =>
  queryOptions({
    queryKey: beneficiaryKeys.list(search, page),
    queryFn: async () => (await call('GET', '/bank-account', { query: { search, page }, passive })).data,
  });

/** How much may be sent to a payee now. Not cached: every payment changes it. */
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
