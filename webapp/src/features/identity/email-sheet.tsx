import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/api/client';
import { updateUser } from '@/api/session';
import { evaluate } from '@/engine';
import { useEngineForm } from '@/engine/use-engine-form';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { PasswordField } from '@/ui/password-field';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { Username } from '@/ui/username';
import { CodeForm } from './code-form';
import { rememberSent } from './sent';

interface Wanted {
  email: string;
  password: string;
}

const meta = { quiet: true, silent: true } as const;

/** Sends a code to the new address. */
const useSendEmailCode = () =>
  useMutation({
    mutationFn: (body: Wanted) => call('POST', '/email/code', { body }),
    meta,
    onSuccess: ({ data }) => rememberSent('new-email', data.resend_seconds),
  });

/** Replaces the address, once the code is entered. */
const useChangeEmail = (email: string) =>
  useMutation({
    mutationFn: (complete: string) => {
      const { wire } = evaluate('otp.wire', { code: complete }) as { wire: string };
      return call('POST', '/email', { body: { email, code: wire } });
    },
    meta,
    onSuccess: ({ data }) => updateUser(data),
  });

/** The new address and the password, and then the code that was sent to it. */
export function EmailSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      afterClose={() => setWanted(null)}
      title="Change email"
      onBack={wanted ? () => setWanted(null) : undefined}
      stage={wanted ? 'code' : 'address'}
    >
      {wanted === null ? (
        <AddressStage onSent={setWanted} />
      ) : (
        <CodeStage wanted={wanted} onChanged={onClose} />
      )}
    </Sheet>
  );
}

function AddressStage({ onSent }: { onSent: (wanted: Wanted) => void }) {
  const form = useEngineForm('forgot_password', { defaultValues: { email: '' } });
  const [password, setPassword] = useState('');
  const send = useSendEmailCode();
  const wrong = send.error?.violations.find(({ field }) => field === 'password')?.message;
  return (
    <Form
      action="Send code"
      busy={send.isPending}
      error={wrong === undefined ? form.formError : undefined}
      onSubmit={form.handleSubmit(({ email }) => {
        const body = { email, password };
        send.mutate(body, { onSuccess: () => onSent(body), onError: form.showProblem });
      })}
    >
      <p className="text-sm text-muted">
        We send a code to the new address. The change ends your other sessions, and a lower limit applies to
        your wallets for 24 hours.
      </p>
      <Username />
      <TextField
        label="New email address"
        type="email"
        autoComplete="email"
        error={form.errorOf('email')}
        {...form.register('email')}
      />
      <PasswordField
        label="Password"
        value={password}
        error={wrong}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Form>
  );
}

function CodeStage({ wanted, onChanged }: { wanted: Wanted; onChanged: () => void }) {
  const change = useChangeEmail(wanted.email);
  const resend = useSendEmailCode();
  return (
    <CodeForm
      purpose="new-email"
      to={wanted.email}
      action="Change email"
      enter={change}
      onEntered={({ message }) => {
        if (message) toast.success(message);
        onChanged();
      }}
      resend={async () => (await resend.mutateAsync(wanted)).message}
    />
  );
}
