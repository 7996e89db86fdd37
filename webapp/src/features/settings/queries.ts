import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';

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

type OwnSetting = Contract<'AccountSetting'>;

/** The setting for paying instalments from the wallet on their day. */
export const AUTO_SAVE = { name: 'auto_save', value: 'true' } as const;

/** The setting that switches auto save on, if there is one: a missing one counts as off. */
export const autoSaveOf = (own: readonly OwnSetting[]): OwnSetting | undefined =>
  own.find(({ name, value }) => name === AUTO_SAVE.name && value === AUTO_SAVE.value);
