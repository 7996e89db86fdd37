import { useState, useSyncExternalStore } from 'react';
import type { User } from '@/api/types';
import { useEngineForm } from '@/engine/use-engine-form';
import { lastPerson } from '@/lib/last-person';
import { Button } from '@/ui/button';
import { useBrandName } from '@/ui/configuration';
import { Form } from '@/ui/form';
import { PasswordField } from '@/ui/password-field';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { Username } from '@/ui/username';
import { startEstimator } from './estimator';
import { FirstPassword } from './first-password';
import { useChangePassword } from './mutations';
import { PasswordByPasskey } from './passkeys/password-by-passkey';
import { isTooWeak, StrengthMeter } from './strength-meter';

interface Props {
  user: User;
  open: boolean;
  onClose: () => void;
  /** The first password is set, and every session has ended. */
  onSet: () => void;
}

/** Changes the password, which ends the other sessions; or sets the first one. */
export function PasswordSheet({ user, open, onClose, onSet }: Props) {
  const [isForgotten, setForgotten] = useState(false);
  const remember = () => setForgotten(false);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      afterClose={remember}
      title={isForgotten ? 'Set a new password' : passwordTitle(user)}
      onBack={isForgotten ? remember : undefined}
      stage={isForgotten ? 'forgotten' : 'change'}
    >
      {isForgotten ? (
        <PasswordByPasskey user={user} onSet={onClose} />
      ) : user.has_password ? (
        <PasswordForm user={user} onDone={onClose} onForgotten={() => setForgotten(true)} />
      ) : (
        <FirstPassword user={user} onSet={onSet} />
      )}
    </Sheet>
  );
}

/** The sheet's title: an account without a password gets its first one. */
export const passwordTitle = ({ has_password }: User): string =>
  has_password ? 'Change password' : 'Set a password';

function PasswordForm(props: { user: User; onDone: () => void; onForgotten: () => void }) {
  const { user, onDone, onForgotten } = props;
  const passkey = useSyncExternalStore(lastPerson.subscribe, lastPerson.get)?.passkey;
  const { name, email } = user;
  const brand = useBrandName();
  const form = useEngineForm('password_change', {
    defaultValues: { old_password: '', new_password: '', confirm: '' },
    context: { name, email, brand },
  });
  const password = form.watch('new_password');
  const send = useChangePassword();
  const changed = ({ message }: { message: string | null }) => {
    if (message) toast.success(message);
    onDone();
  };
  return (
    <Form
      onSubmit={form.handleSubmit((values) =>
        send.mutate(values, { onSuccess: changed, onError: form.showProblem }),
      )}
      action="Change password"
      busy={send.isPending}
      disabled={isTooWeak(password)}
      error={form.formError}
      below={
        passkey !== undefined && (
          <Button look="link" className="self-center" onClick={onForgotten}>
            Forgot your password?
          </Button>
        )
      }
    >
      <Username />
      <PasswordField
        label="Old password"
        autoComplete="current-password"
        error={form.errorOf('old_password')}
        {...form.register('old_password')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        onFocus={startEstimator}
        error={form.errorOf('new_password')}
        {...form.register('new_password')}
      />
      <StrengthMeter password={password} known={[name, email, brand]} />
      <PasswordField
        label="Confirm the new password"
        autoComplete="new-password"
        error={form.errorOf('confirm')}
        {...form.register('confirm')}
      />
    </Form>
  );
}
