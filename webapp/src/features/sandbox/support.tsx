import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { useReply } from './mutations';
import { conversationQuery, conversationsQuery } from './queries';

/** Plays the operator: replies in the chat. */
export function SupportDesk() {
  const conversations = useQuery(conversationsQuery);
  const [user, setUser] = useState('');
  const [message, setMessage] = useState('');
  const conversation = useQuery(conversationQuery(user));
  const answer = useReply(user);
  return (
    <Card>
      <Form
        aria-label="Chat with support"
        onSubmit={(event) => {
          event.preventDefault();
          answer.mutate(message, { onSuccess: () => setMessage('') });
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
              <span>{one.message}</span>
            </li>
          ))}
        </ul>
        <TextField label="Answer" value={message} onChange={(event) => setMessage(event.target.value)} />
      </Form>
    </Card>
  );
}
