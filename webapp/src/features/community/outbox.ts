import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '@/api/client';
import { Problem } from '@/api/problem';
import type { Attachment } from './drafts';
import { type ChatMessage, chatKeys, chatQuery, messagesQuery } from './queries';

/** What was written and is not known to have arrived. */
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

/** One after the other, so that they arrive in the order in which they were written. */
let line: Promise<void> = Promise.resolve();

function post(queries: QueryClient, outgoing: Outgoing): void {
  const { client_id, message } = outgoing;
  const attachments = outgoing.attachments.map(({ id }) => id);
  change(queries, (outbox) => [...without(client_id)(outbox), { ...outgoing, status: 'sending' }]);
  line = line.then(async () => {
    try {
      // Under the same name it is said once, however often it is sent.
      const { data } = await call('POST', '/support/messages', { body: { client_id, message, attachments } });
      await arrived(queries, data);
      change(queries, without(client_id));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // It may have arrived all the same.
      if (error.lost) void queries.invalidateQueries(messagesQuery);
      const reason = error.lost ? 'Not sent.' : `Not sent. ${error.message}`;
      change(queries, (outbox) =>
        outbox.map((one) => (one.client_id === client_id ? { ...one, status: 'failed', reason } : one)),
      );
    }
  });
}

/** Shows what the server has taken, without asking for it again. */
async function arrived(queries: QueryClient, said: ChatMessage): Promise<void> {
  // An answer that is under way does not know of it.
  await queries.cancelQueries(messagesQuery);
  queries.setQueryData(messagesQuery.queryKey, (known) => {
    const [newest, ...older] = known?.pages ?? [];
    if (!known || !newest || newest.messages.some(({ id }) => id === said.id)) return known;
    return { ...known, pages: [{ ...newest, messages: [...newest.messages, said] }, ...older] };
  });
  void queries.invalidateQueries(messagesQuery);
  void queries.invalidateQueries(chatQuery);
}

/** What is still to be sent, beside the messages that are there. */
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
