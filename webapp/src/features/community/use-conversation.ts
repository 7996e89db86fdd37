import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listen } from '@/api/realtime';
import { useConfiguration } from '@/ui/configuration';
import { type ChatMessage, chatQuery, entrance, messagesQuery } from './queries';
import type { Room } from './room';

/** Polling, in case the channel is down. */
const LOOK_EVERY_MS = 15_000;

/** Others wrote, or the operator removed a message. */
const EVENTS = ['message.new', 'message.removed'];

/** The conversation, newest message last, updated while it is open. */
export function useConversation(room: Room) {
  const configuration = useConfiguration();
  const queries = useQueryClient();
  const pages = useInfiniteQuery({ ...messagesQuery(room), refetchInterval: LOOK_EVERY_MS });
  useEffect(() => {
    if (!configuration) return;
    const look = () => void queries.invalidateQueries(messagesQuery(room));
    // A member who was removed just now: the list of conversations no longer has it.
    const onRefused = () => void queries.invalidateQueries(chatQuery);
    const authorise = async () => {
      const { token, channels } = await entrance();
      const isOpen = channels.some(({ channel }) => channel === room.channel);
      if (!isOpen) void queries.invalidateQueries(chatQuery);
      return { auth: token };
    };
    const stops = EVENTS.map((event) =>
      listen(configuration, room.channel, event, look, { authorise, onOpen: look, onRefused }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [configuration, room, queries]);
  const ended = pages.error?.code === 'no_channel';
  useEffect(() => {
    // A member who is removed from a conversation gets no notice: the list of conversations no longer has it.
    if (ended) void queries.invalidateQueries(chatQuery);
  }, [ended, queries]);

  const messages = (pages.data?.pages ?? []).toReversed().flatMap((page) => page.messages);
  useSeen(room, messages.at(-1));
  return { pages, messages };
}

/** Marks the newest message as read, once each. */
function useSeen(room: Room, newest: ChatMessage | undefined): void {
  const queries = useQueryClient();
  const marked = useRef(0);
  const number = newest?.number ?? 0;
  useEffect(() => {
    const tell = () => {
      if (document.hidden || number === marked.current) return;
      marked.current = number;
      room.see(number).then(
        () => queries.invalidateQueries(chatQuery),
        // Retried with the next message or visit.
        () => undefined,
      );
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [number, room, queries]);
}
