import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';
import { evaluate } from '@/engine';

export type Referral = Contract<'Referral'>;
export type ChatMessage = Contract<'MessageAnswer'>;

const LOOK_EVERY_MS = 30_000;

/** The results of the user's code. Polled, in case the realtime channel is down. */
export const referralQuery = queryOptions({
  queryKey: ['referral'],
  queryFn: async () => (await call('GET', '/referral', { passive: true })).data,
  refetchInterval: LOOK_EVERY_MS,
});

/** The referral link and share links: computed here, so that they work offline. */
export const linkOf = (code: string) => evaluate('referral.link', { origin: location.origin, code });

/** The channels, their authorisation, and the number of unread messages. */
export const entrance = async () => (await call('GET', '/auth/chat', { passive: true })).data;

export const chatKeys = {
  all: ['chat'] as const,
  entrance: ['chat', 'entrance'] as const,
  messages: ['chat', 'messages'] as const,
  outbox: ['chat', 'outbox'] as const,
  thumb: (id: string) => [...chatKeys.all, 'thumb', id] as const,
  picture: (id: string) => [...chatKeys.all, 'picture', id] as const,
};

export const chatQuery = queryOptions({ queryKey: chatKeys.entrance, queryFn: entrance });

/** The conversation, page by page: the first page is the newest. */
export const messagesQuery = infiniteQueryOptions({
  queryKey: chatKeys.messages,
  queryFn: async ({ pageParam }) =>
    (
      await call('GET', '/support/messages', {
        query: pageParam === null ? {} : { before: pageParam },
        passive: true,
      })
    ).data,
  initialPageParam: null as number | null,
  getNextPageParam: (page) => page.earlier,
});

/** The number of unread messages, polled. */
export function useUnread(): number {
  const { data } = useQuery({ ...chatQuery, refetchInterval: LOOK_EVERY_MS });
  return data?.channels.reduce((sum, { unread }) => sum + unread, 0) ?? 0;
}
