import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/api/client';
import { Button } from '@/ui/button';
import { SelectField, TextField } from '@/ui/field';
import { Card } from '@/ui/page';
import { EmptyState, ErrorState, ListSkeleton } from '@/ui/states';
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

/** Answers in the chat as those who run the product would. */
export function SupportDesk() {
  const queries = useQueryClient();
  const conversations = useQuery(conversationsQuery);
  const [user, setUser] = useState('');
  const [message, setMessage] = useState('');
  const conversation = useQuery(conversationQuery(user));
  const answer = useMutation({
    mutationFn: () => call('POST', '/sandbox/support/{user}', { path: { user }, body: { message } }),
    onSuccess: () => {
      setMessage('');
      toast.success('The answer is on its way.');
      return queries.invalidateQueries(conversationsQuery);
    },
  });
  return (
    <Card>
      <form
        aria-label="Chat with support"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          answer.mutate();
        }}
      >
        <h2 className="text-lg font-semibold">Answer in the chat</h2>
        {conversations.isPending && <ListSkeleton rows={2} />}
        {conversations.isError && (
          <ErrorState message={conversations.error.message} onRetry={() => void conversations.refetch()} />
        )}
        {conversations.data?.length === 0 && <EmptyState title="No data!" />}
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
        <Button type="submit" wide disabled={user === ''} busy={answer.isPending}>
          Send the answer
        </Button>
      </form>
    </Card>
  );
}
