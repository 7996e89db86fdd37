import { queryOptions } from '@tanstack/react-query';
import { readStored, store } from '@/lib/storage';
import { call } from './client';
import type { AppConfiguration } from './types';

const remembered = (): AppConfiguration | undefined => {
  try {
    return JSON.parse(readStored('app config') ?? '') as AppConfiguration;
  } catch {
    return undefined;
  }
};

/** The tenant's name, colours and switches. What was seen last stands in until the answer is there. */
export const configurationQuery = queryOptions({
  queryKey: ['app-configuration'],
  queryFn: async () => {
    const { data } = await call('GET', '/app-configuration', { passive: true });
    store('app config', JSON.stringify(data));
    return data;
  },
  initialData: remembered,
  initialDataUpdatedAt: 0,
  staleTime: 5 * 60_000,
});
