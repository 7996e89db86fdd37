import { queryOptions } from '@tanstack/react-query';
import { readStored, store } from '@/lib/storage';
import { call, setBusiness } from './client';
import type { AppConfiguration } from './types';

const remembered = (): AppConfiguration | undefined => {
  try {
    return JSON.parse(readStored('app config') ?? '') as AppConfiguration;
  } catch {
    return undefined;
  }
};

export const configurationKeys = { all: ['app-configuration'] as const };

/** The tenant's name, colours and switches. The cached copy is used until the server answers. */
export const configurationQuery = queryOptions({
  queryKey: configurationKeys.all,
  queryFn: async () => {
    const { data } = await call('GET', '/app-configuration', { passive: true });
    store('app config', JSON.stringify(data));
    // Not from the cached copy: every call for a deleted tenant would be refused.
    setBusiness(data.business);
    return data;
  },
  initialData: remembered,
  initialDataUpdatedAt: 0,
  staleTime: 5 * 60_000,
});
