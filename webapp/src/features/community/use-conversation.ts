import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '@/api/client';
import { listen } from '@/api/realtime';
import { useConfiguration } from '@/ui/configuration';
import { type ChatMessage, chatQuery, entrance, messagesQuery } from './queries';

/** Polling, in case the channel is down. */
const LOOK_EVERY_MS = 15_000;

/** The conversation, newest message last, updated while it is open. */
export function useConversation(channel: string) {
  const configuration = useConfiguration();
  const queries = useQueryClient();
  const pages = useInfiniteQuery({ ...messagesQuery, refetchInterval: LOOK_EVERY_MS });
  useEffect(() => {
    if (!configuration) return;
    const look = () => void queries.invalidateQueries(messagesQuery);
    return listen(configuration, channel, 'message.new', look, {
      authorise: async () => ({ auth: (await entrance()).token }),
      onOpen: look,
    });
  }, [configuration, channel, queries]);

  const messages = (pages.data?.pages ?? []).toReversed().flatMap((page) => page.messages);
  useSeen(messages.at(-1));
  return { pages, messages };
}

/** Marks the newest message as read, once each. */
function useSeen(newest: ChatMessage | undefined): void {
  const queries = useQueryClient();
  const told = useRef(0);
  const number = newest?.number ?? 0;
  useEffect(() => {
    const tell = () => {
      if (document.hidden || number === told.current) return;
      told.current = number;
      call('PUT', '/support/read', { body: { number }, passive: true }).then(
        () => queries.invalidateQueries(chatQuery),
        // Retried with the next message or visit.
        () => undefined,
      );
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [number, queries]);
}
