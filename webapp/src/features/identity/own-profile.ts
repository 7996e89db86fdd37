import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';
import { updatePart } from '@/api/session';

const profileKeys = { own: ['user', 'profile'] as const };

/** Fetched whenever the page opens, and not while the user edits it. */
const query = queryOptions({
  queryKey: profileKeys.own,
  queryFn: async () => {
    const { data } = await call('GET', '/profile', { passive: true });
    updatePart({ profile: data });
    return data;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
});

/**
 * Refreshes the signed-in user's profile: another device may have changed it, and a form with old values would undo
 * that. True while refreshing. If it fails, the profile from the sign-in is shown.
 */
export function useOwnProfile(): boolean {
  const { isPending, fetchStatus } = useQuery(query);
  return isPending && fetchStatus === 'fetching';
}
