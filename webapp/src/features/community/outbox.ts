import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '@/api/client';
import { Problem } from '@/api/problem';
import type { Attachment } from './drafts';
import { type ChatMessage, chatKeys, chatQuery, messagesQuery } from './queries';

/** A message that is not known to have arrived. */
export interface Outgoing {
  client_id: string;
  message: string;
  attachments: Attachment[];
  created_at: string;
  status: 'sending' | 'failed';
  /** Why it was not sent. */
  reason?: string;
}

/** Kept in the query cache, so that signing out clears it too. */
const outboxQuery = queryOptions({
  queryKey: chatKeys.outbox,
  queryFn: (): Outgoing[] => [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  initialData: (): Outgoing[] => [],
});

const change = (queries: QueryClient, to: (outbox: Outgoing[]) => Outgoing[]) =>
  queries.setQueryData(outboxQuery.queryKey, (outbox) => to(outbox ?? []));

const without = (id: string) => (outbox: Outgoing[]) => outbox.filter((one) => one.client_id !== id);

/** Sent one after the other, so that they arrive in order. */
let line: Promise<void> = Promise.resolve();

function post(queries: QueryClient, outgoing: Outgoing): void {
  const { client_id, message } = outgoing;
  const attachments = outgoing.attachments.map(({ id }) => id);
  change(queries, (outbox) => [...without(client_id)(outbox), { ...outgoing, status: 'sending' }]);
  line = line.then(async () => {
    try {
      // Stored once per key, however often it is sent.
      const { data } = await call('POST', '/support/messages', { body: { client_id, message, attachments } });
      await arrived(queries, data);
      change(queries, without(client_id));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // It may have arrived anyway.
      if (error.lost) void queries.invalidateQueries(messagesQuery);
      const reason = error.lost ? 'Not sent.' : `Not sent. ${error.message}`;
      change(queries, (outbox) =>
        outbox.map((one) => (one.client_id === client_id ? { ...one, status: 'failed', reason } : one)),
      );
    }
  });
}

/** Shows a message that the server has accepted, without fetching it again. */
async function arrived(queries: QueryClient, said: ChatMessage): Promise<void> {
  // A response already under way does not contain it.
  await queries.cancelQueries(messagesQuery);
  queries.setQueryData(messagesQuery.queryKey, (known) => {
    const [newest, ...older] = known?.pages ?? [];
    if (!known || !newest || newest.messages.some(({ id }) => id === said.id)) return known;
    return { ...known, pages: [{ ...newest, messages: [...newest.messages, said] }, ...older] };
  });
  void queries.invalidateQueries(messagesQuery);
  void queries.invalidateQueries(chatQuery);
}

/** The unsent messages that are not in the list yet. */
export function useOutbox(messages: ChatMessage[]) {
  const queries = useQueryClient();
  const { data } = useQuery(outboxQuery);
  const known = new Set(messages.map(({ client_id }) => client_id));
  const outbox = data.filter(({ client_id }) => !known.has(client_id));
  const send = useCallback(
    (id: string, message: string, attachments: Attachment[]) =>
      post(queries, {
        client_id: id,
        message,
        attachments,
        created_at: new Date().toISOString(),
        status: 'sending',
      }),
    [queries],
  );
  const retry = useCallback((outgoing: Outgoing) => post(queries, outgoing), [queries]);
  const discard = useCallback((id: string) => void change(queries, without(id)), [queries]);
  return { outbox, send, retry, discard };
}
