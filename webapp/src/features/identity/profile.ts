import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';

export type Country = Contract<'Country'>;
export type Place = Contract<'Place'>;

const passive = true;

export const placeKeys = {
  countries: ['countries'] as const,
  localGovernments: (country: string, state: string) => ['local-governments', country, state] as const,
  search: (typed: string) => ['places', typed] as const,
};

export const countriesQuery = queryOptions({
  queryKey: placeKeys.countries,
  queryFn: async () => (await call('GET', '/countries', { passive })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The local government areas of a state; empty outside Nigeria. */
export const localGovernmentsQuery = (country: string, state: string) =>
  queryOptions({
    queryKey: placeKeys.localGovernments(country, state),
    queryFn: async () =>
      (await call('GET', '/local-governments', { query: { country, state }, passive })).data,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: state !== '',
  });

export const placesQuery = (typed: string) =>
  queryOptions({
    queryKey: placeKeys.search(typed),
    queryFn: async () => (await call('GET', '/places', { query: { query: typed }, passive })).data,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
