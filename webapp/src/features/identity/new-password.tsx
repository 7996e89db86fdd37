import { useState } from 'react';
import { useEngineForm } from '@/engine/entry';
import { useBrandName } from '@/ui/configuration';
import { Form } from '@/ui/form';
import { PasswordField } from '@/ui/password-field';
import { Username } from '@/ui/username';
import { resetOwner } from './api';
import { startEstimator } from './estimator';
import { useResetPassword } from './mutations';
import { isTooWeak, StrengthMeter } from './strength-meter';

interface Props {
  email: string;
  action: string;
  onSet: () => void | Promise<void>;
}

/**
 * Sets a password with the code that was entered before. Like the server, it checks the password against the owner's name,
 * which the server returned for the code.
 */
export function NewPassword({ email, action, onSet }: Props) {
  // Read once: it is cleared as soon as the password is set.
  const [name] = useState(resetOwner);
  const brand = useBrandName();
  const form = useEngineForm('reset_password', {
    defaultValues: { password: '', confirm_password: '' },
    context: { name, email, brand },
  });
  const password = form.watch('password');
  const send = useResetPassword(email);
  return (
    <Form
      onSubmit={form.handleSubmit(({ password }) =>
        send.mutate(password, { onSuccess: onSet, onError: form.showProblem }),
      )}
      action={action}
      busy={send.isPending}
      disabled={isTooWeak(password)}
      error={form.formError}
    >
      <Username email={email} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        onFocus={startEstimator}
        error={form.errorOf('password')}
        {...form.register('password')}
      />
      <StrengthMeter password={password} known={[name, email, brand]} />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={form.errorOf('confirm_password')}
        {...form.register('confirm_password')}
      />
    </Form>
  );
}
