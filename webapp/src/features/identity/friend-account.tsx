import { useState } from 'react';
import { useEngineForm } from '@/engine/later';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { CodeForm } from './code-form';
import { type Friend, useOpenFriendAccount, useSendFriendCode } from './mutations';
import { WroteTo } from './wrote-to';

interface Props {
  /** The group that the friend is invited to. */
  subscription: string;
  email: string;
  onOpened: (person: { uuid: string; name: string }) => void;
}

/** Opens an account for a friend, with the code that the friend is sent and passes on. */
export function FriendAccount({ subscription, email, onOpened }: Props) {
  const [friend, setFriend] = useState<Friend | null>(null);
  if (!friend) return <Particulars subscription={subscription} email={email} onSent={setFriend} />;
  return <Code subscription={subscription} friend={friend} onOpened={onOpened} />;
}

interface ParticularsProps {
  subscription: string;
  email: string;
  onSent: (friend: Friend) => void;
}

function Particulars({ subscription, email, onSent }: ParticularsProps) {
  const form = useEngineForm('group_member', { defaultValues: { name: '', phone: '', email } });
  const send = useSendFriendCode(subscription);
  return (
    <Form
      onSubmit={form.handleSubmit((friend) =>
        send.mutate(friend, { onSuccess: () => onSent(friend), onError: form.showProblem }),
      )}
      action="Send code"
      busy={send.isPending}
      error={form.formError}
    >
      <p className="text-sm text-muted">
        Your friend gets a code by email and tells it to you if they want an account. The account is theirs:
        it has no password until they set one.
      </p>
      <TextField
        label="Their name"
        autoComplete="off"
        error={form.errorOf('name')}
        {...form.register('name')}
      />
      <TextField
        label="Their phone number"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint="Eleven digits, such as 08031234567"
        error={form.errorOf('phone')}
        {...form.register('phone')}
      />
      <TextField
        label="Their email address"
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        error={form.errorOf('email')}
        {...form.register('email')}
      />
    </Form>
  );
}

interface CodeProps {
  subscription: string;
  friend: Friend;
  onOpened: Props['onOpened'];
}

function Code({ subscription, friend, onOpened }: CodeProps) {
  const enter = useOpenFriendAccount(subscription, friend);
  const again = useSendFriendCode(subscription);
  return (
    <CodeForm
      purpose="friend"
      to={<WroteTo email={friend.email}>If there is a code in the email, enter it here.</WroteTo>}
      action="Open the account"
      enter={enter}
      onEntered={({ data }) => onOpened(data)}
      resend={async () => {
        await again.mutateAsync(friend);
        return `We wrote to ${friend.email} again.`;
      }}
    />
  );
}
