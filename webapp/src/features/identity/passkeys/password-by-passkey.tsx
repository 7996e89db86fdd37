import { useMutation } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { User } from '@/api/types';
import { useEngineForm } from '@/engine/use-engine-form';
import { useBrandName } from '@/ui/configuration';
import { Form } from '@/ui/form';
import { PasswordField } from '@/ui/password-field';
import { toast } from '@/ui/toast';
import { Username } from '@/ui/username';
import { startEstimator } from '../estimator';
import { isTooWeak, StrengthMeter } from '../strength-meter';
import { failure } from './mutations';

interface Values {
  password: string;
  confirm_password: string;
}

/** Uses a passkey, then sets the password. */
const useSetPassword = () =>
  useMutation({
    mutationFn: async (body: Values) => {
      await (await import('@/api/passkey')).proveWithPasskey();
      return call('POST', '/user/password', { body });
    },
    meta: { quiet: true, silent: true },
  });

/** Sets a new password in place of a forgotten one, with a passkey. */
export function PasswordByPasskey({ user, onSet }: { user: User; onSet: () => void }) {
  const { name, email } = user;
  const brand = useBrandName();
  const form = useEngineForm('reset_password', {
    defaultValues: { password: '', confirm_password: '' },
    context: { name, email, brand },
  });
  const password = form.watch('password');
  const send = useSetPassword();
  return (
    <Form
      onSubmit={form.handleSubmit((values) =>
        send.mutate(values, {
          onSuccess: ({ message }) => {
            if (message) toast.success(message);
            onSet();
          },
          onError: form.showProblem,
        }),
      )}
      action="Set with fingerprint or face"
      busy={send.isPending}
      disabled={isTooWeak(password)}
      error={form.formError ?? failure(send.error)}
    >
      <p className="text-sm text-muted">
        Your device confirms that it is you, in place of the old password. Your other sessions are ended.
      </p>
      <Username />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        onFocus={startEstimator}
        error={form.errorOf('password')}
        {...form.register('password')}
      />
      <StrengthMeter password={password} known={[name, email, brand]} />
      <PasswordField
        label="Confirm the new password"
        autoComplete="new-password"
        error={form.errorOf('confirm_password')}
        {...form.register('confirm_password')}
      />
    </Form>
  );
}
