import { useState } from 'react';
import type { Contract } from '@/api/contract';
import { useEngineForm } from '@/engine/use-engine-form';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { PasswordField } from '@/ui/password-field';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { Username } from '@/ui/username';
import { failure, useRemovePasskey, useRenamePasskey, wantsProof, wrongPassword } from './mutations';

type Passkey = Contract<'PasskeyEntry'>;

interface Props {
  passkey: Passkey | null;
  onClose: () => void;
}

/** Renames or removes a passkey. */
export function PasskeySheet({ passkey, onClose }: Props) {
  const [isRemoving, setRemoving] = useState(false);
  // It slides away with its content.
  const [shown, setShown] = useState(passkey);
  if (passkey !== null && passkey !== shown) setShown(passkey);
  return (
    <Sheet
      open={passkey !== null}
      onClose={onClose}
      afterClose={() => setRemoving(false)}
      title={isRemoving ? 'Remove passkey' : 'Passkey'}
      onBack={isRemoving ? () => setRemoving(false) : undefined}
      stage={isRemoving ? 'remove' : 'name'}
    >
      {shown &&
        (isRemoving ? (
          <Remove passkey={shown} onRemoved={onClose} />
        ) : (
          <Rename passkey={shown} onRenamed={onClose} onRemove={() => setRemoving(true)} />
        ))}
    </Sheet>
  );
}

function Rename(props: { passkey: Passkey; onRenamed: () => void; onRemove: () => void }) {
  const { passkey, onRenamed, onRemove } = props;
  const form = useEngineForm('passkey_name', { defaultValues: { name: passkey.name } });
  const rename = useRenamePasskey(passkey.id);
  return (
    <Form
      action="Save name"
      busy={rename.isPending}
      error={form.formError}
      onSubmit={form.handleSubmit((values) =>
        rename.mutate(values, { onSuccess: onRenamed, onError: form.showProblem }),
      )}
      below={
        <Button wide look="plain" onClick={onRemove}>
          Remove passkey
        </Button>
      }
    >
      <TextField label="Name" error={form.errorOf('name')} {...form.register('name')} />
    </Form>
  );
}

function Remove({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const [password, setPassword] = useState('');
  const [isAsked, setAsked] = useState(false);
  const remove = useRemovePasskey(passkey.id, passkey.credential_id);
  if (wantsProof(remove.error) && !isAsked) setAsked(true);
  const onSuccess = () => {
    toast.success('Passkey removed');
    onRemoved();
  };
  return (
    <Form
      action="Remove passkey"
      look="danger"
      busy={remove.isPending}
      error={failure(remove.error)}
      onSubmit={(event) => {
        event.preventDefault();
        remove.mutate({ password }, { onSuccess });
      }}
      below={
        isAsked && passkey.is_here ? (
          <Button
            wide
            look="plain"
            disabled={remove.isPending}
            onClick={() => remove.mutate('passkey', { onSuccess })}
          >
            Use fingerprint or face instead
          </Button>
        ) : undefined
      }
    >
      <p>{`${passkey.name} will no longer open your account or pay. You can add a passkey again at any time.`}</p>
      {isAsked && <Username />}
      {isAsked && (
        <PasswordField
          label="Your password"
          hint="To be sure that it is you."
          autoFocus
          value={password}
          error={wrongPassword(remove.error)}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
    </Form>
  );
}
