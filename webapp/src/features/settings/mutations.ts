import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, download } from '@/api/client';
import { Problem } from '@/api/problem';
import { saveFile } from '@/lib/save-file';
import { switchOff, switchOn } from './push';
import { settingKeys } from './queries';

export type Format = 'json' | 'csv';

const FILES: Record<Format, string> = { json: 'my-data.json', csv: 'my-data.zip' };

/** Saves an export of all the user's data as one file. */
export const useExport = () =>
  useMutation({
    mutationFn: async (format: Format) => {
      const file = await download('/account/export', { query: { format } });
      return { file, name: FILES[format] };
    },
    meta: { quiet: true, silent: true },
    onSuccess: ({ file, name }) => saveFile(file, name),
  });

/** Switches push messages on this device on or off. */
export const useSwitchPush = (key: string) =>
  useMutation<unknown, Error, 'on' | 'off'>({
    mutationFn: (to) => (to === 'on' ? switchOn(key) : switchOff()),
    meta: { quiet: true, silent: true },
  });

/** Sets something for the account, on every device. */
export function useSet() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; value: string }) => call('POST', '/account/settings', { body }),
    meta: { silent: true },
    onSettled: () => queries.invalidateQueries({ queryKey: settingKeys.all }),
  });
}

/** Removes a setting on every device. A missing one counts as removed. */
export function useUnset() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call('DELETE', '/account/settings/{id}', { path: { id } }).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.status !== 404) throw error;
      }),
    meta: { silent: true },
    onSettled: () => queries.invalidateQueries({ queryKey: settingKeys.all }),
  });
}

/** A link to the Telegram bot, for one use. */
export const useInviteToTelegram = () =>
  useMutation({
    mutationFn: async () => (await call('POST', '/settings/telegram')).data,
    meta: { quiet: true, silent: true },
  });

/** Unlinks the Telegram chat. */
export function useLeaveTelegram() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE', '/settings/telegram'),
    meta: { silent: true },
    onSettled: () => queries.invalidateQueries({ queryKey: settingKeys.all }),
  });
}

/** Closes the account. On refusal, the open items are fetched again. */
export function useCloseAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (password: string | null) => call('POST', '/account/close', { body: { password } }),
    meta: { quiet: true, silent: true },
    onError: () => queries.invalidateQueries({ queryKey: settingKeys.closing }),
  });
}
