import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '@/api/client';
import { updateUser } from '@/api/session';
import type { Profile } from '@/api/types';
import { useEngineForm } from '@/engine/use-engine-form';
import { lagosToday } from '@/lib/today';
import { Button } from '@/ui/button';
import { SelectField, TextField } from '@/ui/field';
import { FormError } from '@/ui/form-error';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';

type Values = { mode: string; value: string; first_name: string; last_name: string; dob: string };

const MODES = [
  { value: 'bvn', label: 'BVN' },
  { value: 'nin', label: 'NIN' },
];

interface Props {
  profile: Profile;
  open: boolean;
  onClose: () => void;
}

/** Proves who one is by a BVN or NIN: its names and day of birth must be the profile's. */
export function IdentitySheet({ profile, open, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title="Identification">
      <IdentityForm profile={profile} onDone={onClose} />
    </Sheet>
  );
}

function IdentityForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const form = useEngineForm<Values>('identity', {
    defaultValues: {
      mode: 'bvn',
      value: '',
      first_name: profile.first_name ?? '',
      last_name: profile.last_name ?? '',
      dob: profile.dob ?? '',
    },
    context: { today: lagosToday() },
  });
  const send = useMutation({
    mutationFn: ({ mode, value, first_name, last_name, dob }: Values) =>
      call('POST', mode === 'nin' ? '/verify/nin' : '/verify/bvn', {
        body: { [mode]: value, firstname: first_name, lastname: last_name, dob },
      }),
    meta: { quiet: true },
    onSuccess: ({ data, message }) => {
      updateUser(data);
      if (message) toast.success(message);
      onDone();
    },
    onError: form.showProblem,
  });
  const missing = form.errorOf('first_name') ?? form.errorOf('last_name') ?? form.errorOf('dob');
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) => {
        form.setFormError(null);
        send.mutate(values);
      })}
    >
      <p className="text-sm text-muted">
        The names and the date of birth of your profile must be those that the number is registered with.
      </p>
      <SelectField
        label="Kind of number"
        options={MODES}
        error={form.errorOf('mode')}
        {...form.register('mode')}
      />
      <TextField
        label="Number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={11}
        error={form.errorOf('value')}
        {...form.register('value')}
      />
      {missing && (
        <p role="alert" className="text-sm font-medium text-negative">
          Your names and your date of birth are missing.{' '}
          <Link to="/profile" search={{ session: 'about', edit: 'true' }} className="underline">
            Complete your profile
          </Link>
        </p>
      )}
      <FormError>{form.formError}</FormError>
      {/* Disabled while it is not valid. (Document 1, section 5.) */}
      <Button type="submit" wide busy={send.isPending} disabled={!form.formState.isValid}>
        Verify
      </Button>
    </form>
  );
}
