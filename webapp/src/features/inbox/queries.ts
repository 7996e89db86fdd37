import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';
import { evaluate } from '@/engine';
import { firstPage } from '@/lib/first-page';

export type InboxNotice = Contract<'InboxNotice'>;

const passive = true;
const LOOK_EVERY_MS = 60_000;

export const inboxKeys = {
  all: ['inbox'] as const,
  unread: ['inbox', 'unread'] as const,
  page: (page: number, per_page: number) => [...inboxKeys.all, 'page', page, per_page] as const,
};

/** The user's notices, newest first. */
export const noticesQuery = ({ page, per_page }: { page: number; per_page: number }) =>
  queryOptions({
    queryKey: inboxKeys.page(page, per_page),
    queryFn: async () => (await call('GET', '/notices', { query: { page, per_page }, passive })).data,
  });

const unreadQuery = queryOptions({
  queryKey: inboxKeys.unread,
  queryFn: async () => {
    await firstPage;
    return (await call('GET', '/notices/unread', { passive })).data;
  },
});

/** The number of unread notices, as a badge shows it; null if there are none. Asked once the first page is shown. */
export function useUnreadNotices(): string | null {
  const { data } = useQuery({ ...unreadQuery, refetchInterval: LOOK_EVERY_MS });
  const channels = [{ unread: data?.unread ?? 0, muted: false }];
  return evaluate('chat.badge', { channels }).text;
}

/** Marks a notice and all older ones as read. The rows keep their mark until the page is opened again. */
export function useReadNotices() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (through: string) => (await call('POST', '/notices/read', { body: { through } })).data,
    meta: { quiet: true, silent: true },
    onSuccess: (left) => queries.setQueryData(inboxKeys.unread, left),
  });
}
