import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import { Problem } from '@/api/problem';
import type { Fields } from '@/engine/use-engine-form';
import { lastPerson, rememberPasskey } from '@/lib/last-person';
import { passkeysQuery } from '@/payment/passkeys';

const meta = { quiet: true, silent: true } as const;

/** Whether the server wants the password first. */
export const wantsProof = (error: Error | null): boolean =>
  error instanceof Problem && error.code === 'reauthentication_required';

/** The message for the password field. */
export const wrongPassword = (error: Error | null): string | undefined =>
  error instanceof Problem ? error.violations.find(({ field }) => field === 'password')?.message : undefined;

/** The message for everything else. */
export function failure(error: Error | null): string | undefined {
  if (error === null || wantsProof(error) || wrongPassword(error) !== undefined) return undefined;
  const isLost = error instanceof Problem && error.lost;
  return isLost ? "We couldn't reach the server. Check your connection and try again." : error.message;
}

export function useAddPasskey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (password: string) => (await import('@/api/passkey')).addPasskey(password),
    meta,
    onSuccess: () => queries.invalidateQueries(passkeysQuery),
  });
}

export function useRenamePasskey(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Fields<'passkey_name'>) =>
      call('PATCH', '/account/passkeys/{id}', { path: { id }, body }),
    meta,
    onSuccess: () => queries.invalidateQueries(passkeysQuery),
  });
}

export function useRemovePasskey(id: string, credential: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (proof: { password: string } | 'passkey') => {
      if (proof === 'passkey') await (await import('@/api/passkey')).proveWithPasskey();
      const body = proof === 'passkey' || proof.password === '' ? {} : proof;
      return call('DELETE', '/account/passkeys/{id}', { path: { id }, body });
    },
    meta,
    onSuccess: () => {
      if (lastPerson.get()?.passkey === credential) rememberPasskey(null);
      return queries.invalidateQueries(passkeysQuery);
    },
  });
}

export function useSetPasskeyLimit() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Fields<'passkey_limit'>) => call('PUT', '/account/passkeys/limit', { body }),
    meta,
    onSuccess: () => queries.invalidateQueries(passkeysQuery),
  });
}
