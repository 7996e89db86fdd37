import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';
import { evaluate } from '@/engine';
import { chatKeys } from './keys';
import type { Room } from './room';

export type Referral = Contract<'Referral'>;
export type ChatMessage = Contract<'MessageAnswer'>;
export type Channel = Contract<'ChannelAnswer'>;

const LOOK_EVERY_MS = 30_000;

export const referralKeys = { all: ['referral'] as const };

/** The results of the user's code. Polled, in case the realtime channel is down. */
export const referralQuery = queryOptions({
  queryKey: referralKeys.all,
  queryFn: async () => (await call('GET', '/referral', { passive: true })).data,
  refetchInterval: LOOK_EVERY_MS,
});

/** The referral link and share links: computed locally, so that they work offline. */
export const linkOf = (code: string) => evaluate('referral.link', { origin: location.origin, code });

/** The channels, their authorisation, and the number of unread messages. */
export const entrance = async () => (await call('GET', '/auth/chat', { passive: true })).data;

export const chatQuery = queryOptions({ queryKey: chatKeys.entrance, queryFn: entrance });

/** The conversation, page by page: the first page is the newest. */
export const messagesQuery = (room: Room) =>
  infiniteQueryOptions({
    queryKey: chatKeys.messages(room.channel),
    queryFn: ({ pageParam }) => room.messages(pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.earlier,
  });

const NOTHING_NEW = { channels: [] };

/** The number on the chat icon, polled: the unread messages of all conversations that are not muted. */
export function useUnread() {
  const { data = NOTHING_NEW } = useQuery({ ...chatQuery, refetchInterval: LOOK_EVERY_MS });
  const channels = data.channels.map(({ unread, muted }) => ({ unread, muted }));
  return evaluate('chat.badge', { channels });
}
