import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';

const passive = true;

export const settingKeys = {
  all: ['settings'] as const,
  channels: ['settings', 'channels'] as const,
  own: ['settings', 'own'] as const,
  closing: ['settings', 'closing'] as const,
};

/** The channels that notices can go to. */
export const channelsQuery = queryOptions({
  queryKey: settingKeys.channels,
  queryFn: async () => (await call('GET', '/settings/channels', { passive })).data,
});

/** The user's settings of the account, one text per name. */
export const ownSettingsQuery = queryOptions({
  queryKey: settingKeys.own,
  queryFn: async () => (await call('GET', '/account/settings', { passive })).data,
});

/** Open items to settle before the account can be closed, and what ends with it. Never from a cache. */
export const closingQuery = queryOptions({
  queryKey: settingKeys.closing,
  queryFn: async () => (await call('GET', '/account/closing', { passive })).data,
  staleTime: 0,
  gcTime: 0,
});
