import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import { accountKeys } from '@/payment/queries';
import type { BillKind } from './kinds';

const passive = true;

export const billKeys = {
  all: ['bills'] as const,
  recent: (kind: BillKind) => [...billKeys.all, 'recent', kind] as const,
  packages: (kind: BillKind, service: string) => [...billKeys.all, 'packages', kind, service] as const,
  services: () => [...billKeys.all, 'services'] as const,
  customer: (kind: BillKind, service: string, number: string) =>
    [...billKeys.all, 'customer', kind, service, number] as const,
};

/** The amount that may leave the naira wallet now. Not cached: every payment changes it. */
export const capQuery = queryOptions({
  queryKey: accountKeys.allowance('NGN', 'bills'),
  queryFn: async () => (await call('POST', '/wallet/allowance', { body: { currency: 'NGN' } })).data,
  gcTime: 0,
});

export const recentQuery = (kind: BillKind) =>
  queryOptions({
    queryKey: billKeys.recent(kind),
    queryFn: async () => (await call('GET', '/vas/recent', { query: { type: kind }, passive })).data,
  });

const FRESH_MS = 5 * 60_000;

export const dataPackagesQuery = (id: string) =>
  queryOptions({
    queryKey: billKeys.packages('data', id),
    queryFn: async () => (await call('GET', '/vas/data/{id}', { path: { id }, passive })).data,
    staleTime: FRESH_MS,
  });

export const cablePackagesQuery = (id: string) =>
  queryOptions({
    queryKey: billKeys.packages('cable', id),
    queryFn: async () => (await call('GET', '/vas/cable/{id}', { path: { id }, passive })).data,
    staleTime: FRESH_MS,
  });

export const powerServicesQuery = queryOptions({
  queryKey: billKeys.services(),
  queryFn: async () => (await call('GET', '/vas/power', { passive })).data,
  staleTime: FRESH_MS,
});

/** Shorter than the code is valid, so that a code shown here can still be used. */
const CHECKED_MS = 10 * 60_000;

/**
 * The holder of a smart card or meter. Its code is valid for one purchase, so it is discarded when the form is left.
 */
export const customerQuery = (kind: 'cable' | 'power', service: string, number: string) =>
  queryOptions({
    queryKey: billKeys.customer(kind, service, number),
    queryFn: async () => {
      const { data } =
        kind === 'cable'
          ? await call('POST', '/vas/cable/validate', { body: { service, iuc: number } })
          : await call('POST', '/vas/power/validate', { body: { service, meter: number } });
      return data;
    },
    staleTime: CHECKED_MS,
    gcTime: 0,
    retry: false,
  });
