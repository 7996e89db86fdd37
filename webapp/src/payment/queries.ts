import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';
import type { Currency } from './types';

const passive = true;

export const accountKeys = {
  all: ['accounts'] as const,
  /** The amount that may leave a wallet; `to` is the recipient as far as the server requires it. */
  allowance: (currency: Currency, to: unknown) => ['allowance', currency, to] as const,
};

export const accountsQuery = queryOptions({
  queryKey: accountKeys.all,
  queryFn: async () => (await call('GET', '/accounts', { passive })).data,
  meta: { kept: true },
});

/** A use of money that leaves a wallet. */
export type Flow = Contract<'Flow'>;

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
  currency?: Currency;
  flow?: Flow;
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
    meta: { kept: true },
  });

/** The monthly totals in and out for a filter. */
export const monthsQuery = ({ page: _page, per_page: _rows, ...asked }: History) =>
  queryOptions({
    queryKey: [...transactionKeys.all, 'months', asked] as const,
    queryFn: async () => (await call('GET', '/transaction/months', { query: { ...asked }, passive })).data,
  });

/** The totals of a period by currency, and the uses of what left. */
export const flowsQuery = ({ page: _page, per_page: _rows, ...asked }: History) =>
  queryOptions({
    queryKey: [...transactionKeys.all, 'flows', asked] as const,
    queryFn: async () => (await call('GET', '/transaction/flows', { query: { ...asked }, passive })).data,
  });

export const transactionQuery = (reference: string) =>
  queryOptions({
    queryKey: transactionKeys.one(reference),
    queryFn: async () =>
      (await call('GET', '/transaction/{reference}', { path: { reference }, passive })).data,
  });

/** A statement by its code, for those who check it. */
export const statementQuery = (code: string) =>
  queryOptions({
    queryKey: ['statement', code] as const,
    queryFn: async () => (await call('GET', '/statements/{code}', { path: { code }, passive })).data,
    retry: false,
  });

/** For each currency, whether a PIN is set. */
export const pinStatusQuery = queryOptions({
  queryKey: ['pin-status'] as const,
  queryFn: async () => (await call('GET', '/wallet/pin-status', { passive: true })).data,
  meta: { kept: true },
});

export const fundingKeys = {
  all: ['funding'] as const,
  of: (type: Currency, bvn = '') => [...fundingKeys.all, type, bvn] as const,
};

/** An account to send money to, or the bank's request for a verification number. */
export const fundingQuery = (type: Currency, bvn?: string) =>
  queryOptions({
    queryKey: fundingKeys.of(type, bvn),
    queryFn: async () => (await call('POST', '/accounts/fund', { body: { type, ...(bvn && { bvn }) } })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const cardKeys = {
  all: ['card payments'] as const,
  one: (tx_ref: string) => [...cardKeys.all, tx_ref] as const,
};

/** The state of the user's checkout, according to the server. */
export const cardQuery = (tx_ref: string) =>
  queryOptions({
    queryKey: cardKeys.one(tx_ref),
    queryFn: async () => (await call('GET', '/payment/card/{tx_ref}', { path: { tx_ref }, passive })).data,
  });

export const rateKeys = { all: ['rates'] as const };

export const ratesQuery = queryOptions({
  queryKey: rateKeys.all,
  queryFn: async () => (await call('GET', '/rates', { passive })).data,
  staleTime: 60_000,
});
