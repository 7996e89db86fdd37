import { useState } from 'react';
import { useBrandName } from '@/ui/configuration';
import { Form } from '@/ui/form';
import { PasswordField } from '@/ui/password-field';
import { toast } from '@/ui/toast';
import { Username } from '@/ui/username';
import { failure, useAddPasskey, wantsProof, wrongPassword } from './mutations';

/** Adds a passkey of this device. Some time after signing in the password is needed first. */
export function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const [password, setPassword] = useState('');
  const [isAsked, setAsked] = useState(false);
  const brand = useBrandName();
  const add = useAddPasskey();
  if (wantsProof(add.error) && !isAsked) setAsked(true);
  return (
    <Form
      action="Continue"
      busy={add.isPending}
      error={failure(add.error)}
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(password, {
          onSuccess: () => {
            toast.success(`You can now open ${brand} with your fingerprint or face.`);
            onAdded();
          },
        });
      }}
    >
      <p>
        Next time, unlock your phone the way you always do: fingerprint, face or screen lock. It stays on your
        device; we never see it. Your password keeps working.
      </p>
      {isAsked && <Username />}
      {isAsked && (
        <PasswordField
          label="Your password"
          hint="To be sure that it is you."
          autoFocus
          value={password}
          error={wrongPassword(add.error)}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
    </Form>
  );
}
