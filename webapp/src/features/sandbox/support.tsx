import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/api/client';
import { SelectField, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';

const REFRESH_MS = 2000;
const passive = true;

const conversationsQuery = queryOptions({
  queryKey: ['sandbox', 'support'],
  queryFn: async () => (await call('GET', '/sandbox/support', { passive })).data,
  refetchInterval: REFRESH_MS,
});
const conversationQuery = (user: string) =>
  queryOptions({
    queryKey: ['sandbox', 'support', user],
    queryFn: async () => (await call('GET', '/sandbox/support/{user}', { path: { user }, passive })).data,
    refetchInterval: REFRESH_MS,
    enabled: user !== '',
  });

/** Plays the operator: replies in the chat. */
export function SupportDesk() {
  const queries = useQueryClient();
  const conversations = useQuery(conversationsQuery);
  const [user, setUser] = useState('');
  const [message, setMessage] = useState('');
  const conversation = useQuery(conversationQuery(user));
  const answer = useMutation({
    mutationFn: () => call('POST', '/sandbox/support/{user}', { path: { user }, body: { message } }),
    meta: { silent: true },
    onSuccess: () => {
      setMessage('');
      toast.success('The answer is on its way.');
      return queries.invalidateQueries(conversationsQuery);
    },
  });
  return (
    <Card>
      <Form
        aria-label="Chat with support"
        onSubmit={(event) => {
          event.preventDefault();
          answer.mutate();
        }}
        action="Send the answer"
        busy={answer.isPending}
        disabled={user === ''}
      >
        <h2 className="text-lg font-semibold">Answer in the chat</h2>
        <Loaded
          query={conversations}
          waiting={<ListSkeleton rows={2} />}
          empty={<EmptyState title="No data!" />}
        >
          {() => null}
        </Loaded>
        <SelectField
          label="Conversation"
          placeholder="Please choose"
          value={user}
          onChange={(event) => setUser(event.target.value)}
          options={(conversations.data ?? []).map((one) => ({
            value: one.user,
            label: `${one.waits ? 'Waits: ' : ''}${one.name} (${one.email})`,
          }))}
        />
        <ul className="flex flex-col gap-2 text-sm empty:hidden">
          {conversation.data?.messages.map((one) => (
            <li key={one.id} className="whitespace-pre-wrap break-words rounded-control bg-sunken p-3">
              <span className="block text-xs text-muted">{one.user.name}</span>
              {one.message}
            </li>
          ))}
        </ul>
        <TextField label="Answer" value={message} onChange={(event) => setMessage(event.target.value)} />
      </Form>
    </Card>
  );
}
