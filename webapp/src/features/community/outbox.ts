import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { Problem } from '@/api/problem';
import { now } from '@/lib/clock';
import { keepUnsent, unsentOf } from '@/lib/unsent';
import type { Attachment } from './drafts';
import { chatKeys } from './keys';
import { type ChatMessage, chatQuery, messagesQuery } from './queries';
import type { Room } from './room';

/** A message not confirmed by the server. */
export interface Outgoing {
  client_id: string;
  message: string;
  attachments: Attachment[];
  created_at: string;
  status: 'sending' | 'failed';
  /** Why it was not sent. */
  reason?: string;
}

const NOT_SENT = 'Not sent.';

/**
 * Messages left unsent when the page was closed. Whether they arrived is unknown; a message sent again is stored once.
 */
const left = ({ channel }: Room): Outgoing[] =>
  unsentOf<Outgoing[]>(channel, 'outbox', []).map((one) => ({ reason: NOT_SENT, ...one, status: 'failed' }));

/** Kept in the query cache, so that signing out clears it too. */
const outboxQuery = (room: Room) =>
  queryOptions({
    queryKey: chatKeys.outbox(room.channel),
    // There is nothing to fetch: the cached messages survive a refetch of the whole chat.
    queryFn: ({ client }) => client.getQueryData<Outgoing[]>(chatKeys.outbox(room.channel)) ?? left(room),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    initialData: () => left(room),
  });

function change(queries: QueryClient, room: Room, to: (outbox: Outgoing[]) => Outgoing[]): void {
  const outbox = queries.setQueryData(outboxQuery(room).queryKey, (known) => to(known ?? left(room)));
  keepUnsent(room.channel, 'outbox', outbox);
}

const without = (id: string) => (outbox: Outgoing[]) => outbox.filter((one) => one.client_id !== id);

/** Sent one after the other, so that they arrive in order. */
let line: Promise<void> = Promise.resolve();

function post(queries: QueryClient, room: Room, outgoing: Outgoing): void {
  const { client_id, message } = outgoing;
  const attachments = outgoing.attachments.map(({ id }) => id);
  const sending = { ...outgoing, status: 'sending' } as const;
  change(queries, room, (outbox) => [...without(client_id)(outbox), sending]);
  line = line.then(async () => {
    try {
      // Stored once per key, however often it is sent.
      await arrived(queries, room, await room.say({ client_id, message, attachments }));
      change(queries, room, without(client_id));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // It may have arrived anyway.
      if (error.lost) void queries.invalidateQueries(messagesQuery(room));
      const reason = error.lost ? NOT_SENT : `${NOT_SENT} ${error.message}`;
      change(queries, room, (outbox) =>
        outbox.map((one) => (one.client_id === client_id ? { ...one, status: 'failed', reason } : one)),
      );
    }
  });
}

/** Shows a message that the server has accepted, without fetching it again. */
async function arrived(queries: QueryClient, room: Room, said: ChatMessage): Promise<void> {
  // A response already under way does not contain it.
  const query = messagesQuery(room);
  await queries.cancelQueries(query);
  queries.setQueryData(query.queryKey, (known) => {
    const [newest, ...older] = known?.pages ?? [];
    if (!known || !newest || newest.messages.some(({ id }) => id === said.id)) return known;
    return { ...known, pages: [{ ...newest, messages: [...newest.messages, said] }, ...older] };
  });
  void queries.invalidateQueries(query);
  void queries.invalidateQueries(chatQuery);
}

/** The unsent messages that are not in the list yet. */
export function useOutbox(room: Room, messages: ChatMessage[]) {
  const queries = useQueryClient();
  const { data } = useQuery(outboxQuery(room));
  const known = new Set(messages.map(({ client_id }) => client_id));
  const outbox = data.filter(({ client_id }) => !known.has(client_id));
  const arrivedBefore = data.find(({ client_id, status }) => status === 'failed' && known.has(client_id));
  const arrivedId = arrivedBefore?.client_id;
  useEffect(() => {
    if (arrivedId !== undefined) change(queries, room, without(arrivedId));
  }, [arrivedId, queries, room]);
  const send = useCallback(
    (id: string, message: string, attachments: Attachment[]) =>
      post(queries, room, {
        client_id: id,
        message,
        attachments,
        created_at: now().toISOString(),
        status: 'sending',
      }),
    [queries, room],
  );
  const retry = useCallback((outgoing: Outgoing) => post(queries, room, outgoing), [queries, room]);
  const discard = useCallback((id: string) => change(queries, room, without(id)), [queries, room]);
  return { outbox, send, retry, discard };
}
