import { useState } from 'react';
import type { Contract } from '@/api/contract';
import { Form } from '@/ui/form';
import { PasswordField } from '@/ui/password-field';
import { Username } from '@/ui/username';
import { CodeForm } from './code-form';
import { NoPassword, useHasPassword } from './no-password';
import { useResetPin, useSendPinCode } from './pin';

interface Props {
  currency: Contract<'Currency'>;
  onReset: () => void;
}

/** Removes a forgotten PIN with the password and a code sent by email; a new PIN can be set afterwards. */
export function ForgottenPin({ currency, onReset }: Props) {
  const [password, setPassword] = useState('');
  const hasPassword = useHasPassword();
  const ask = useSendPinCode(currency, password);
  const again = useSendPinCode(currency, password);
  const enter = useResetPin(currency, password);
  if (!hasPassword) return <NoPassword wanted="to remove a PIN" />;
  if (ask.isSuccess) {
    return (
      <CodeForm
        purpose="pin"
        to="your email address"
        action="Reset PIN"
        enter={enter}
        onEntered={onReset}
        resend={async () => (await again.mutateAsync()).message}
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
        With your password and a code sent to your email address you can set a new PIN. Until then no money
        can leave your wallet. For your safety, a lower limit applies for 24 hours afterwards.
      </p>
      <Username />
      <PasswordField
        label="Your password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={ask.error?.message}
      />
    </Form>
  );
}
