import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';
import { updatePart } from '@/api/session';

/** Read when the page opens: another device may have changed them. */
const query = queryOptions({
  queryKey: ['user', 'settings'] as const,
  queryFn: async () => {
    const { data } = await call('GET', '/settings', { passive: true });
    updatePart({ settings: data });
    return data;
  },
  staleTime: 0,
});

/** Refreshes the signed-in user's settings. If it fails, those from the sign-in stay. (Document 2, section 8.) */
export function useOwnSettings(): void {
  useQuery(query);
}
