import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/api/client';
import { Form } from '@/ui/form';
import { PasswordField } from '@/ui/password-field';
import { CodeForm } from './code-form';
import { NoPassword, useHasPassword } from './no-password';
import { pinStatusQuery } from './pin';

interface Props {
  currency: string;
  onReset: () => void;
}

const reset = (currency: string, password: string, code?: string) =>
  call('POST', '/account/settings/pin/reset', { body: { currency, password, ...(code && { code }) } });

/** Takes a forgotten PIN away by the password and a code to the person's address; the next one is then set anew. */
export function ForgottenPin({ currency, onReset }: Props) {
  const [password, setPassword] = useState('');
  const queries = useQueryClient();
  const hasPassword = useHasPassword();
  const ask = useMutation({ mutationFn: () => reset(currency, password), meta: { quiet: true } });
  const enter = useMutation({
    mutationFn: (code: string) => reset(currency, password, code),
    meta: { quiet: true },
    onSuccess: async () => {
      await queries.invalidateQueries(pinStatusQuery);
      onReset();
    },
  });
  if (!hasPassword) return <NoPassword />;
  if (ask.isSuccess) {
    return (
      <CodeForm
        to="your email address"
        action="Reset PIN"
        enter={enter}
        resend={async () => (await reset(currency, password)).message}
      />
    );
  }
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate();
      }}
      action="Send code"
      busy={ask.isPending}
    >
      <p className="text-sm text-muted">
        With your password and a code that goes to your email address you can set another PIN. No money leaves
        your wallet until then. For your safety, less than usual may leave it in the 24 hours after.
      </p>
      <PasswordField
        label="Your password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={ask.error?.message}
      />
    </Form>
  );
}
