import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
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
import { CodeForm } from './code-form';

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

/** A number whose code is awaited. */
type Sent = { values: Values; phone: string };

const verify = ({ mode, value, first_name, last_name, dob }: Values, code?: string) =>
  call('POST', mode === 'nin' ? '/verify/nin' : '/verify/bvn', {
    body: { [mode]: value, firstname: first_name, lastname: last_name, dob, ...(code && { code }) },
  });

/**
 * Proves who one is by a BVN or NIN: its names and day of birth must be the profile's, and a code goes to the phone that
 * it is registered with.
 */
export function IdentitySheet({ profile, open, onClose }: Props) {
  const [sent, setSent] = useState<Sent | null>(null);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      afterClose={() => setSent(null)}
      title="Identification"
      onBack={sent ? () => setSent(null) : undefined}
    >
      {sent ? (
        <ProofStage sent={sent} onDone={onClose} />
      ) : (
        <IdentityForm profile={profile} onSent={setSent} />
      )}
    </Sheet>
  );
}

function ProofStage({ sent, onDone }: { sent: Sent; onDone: () => void }) {
  const prove = useMutation({
    mutationFn: (code: string) => verify(sent.values, code),
    meta: { quiet: true },
    onSuccess: ({ data, message }) => {
      if ('uuid' in data) updateUser(data);
      if (message) toast.success(message);
      onDone();
    },
  });
  return (
    <CodeForm
      to={sent.phone}
      action="Verify"
      enter={prove}
      resend={async () => (await verify(sent.values)).message}
    />
  );
}

function IdentityForm({ profile, onSent }: { profile: Profile; onSent: (sent: Sent) => void }) {
  const form = useEngineForm<Values>('identity', {
    defaultValues: {
      mode: 'bvn',
      value: '',
      first_name: profile.first_name ?? '',
      last_name: profile.last_name ?? '',
      dob: profile.dob ?? '',
    },
    context: { today: lagosToday() },
    // Not the number.
    keeps: { as: 'identity-sheet', fields: ['mode'] },
  });
  const send = useMutation({
    mutationFn: (values: Values) => verify(values),
    meta: { quiet: true },
    onSuccess: ({ data }, values) => {
      if ('code_sent' in data) onSent({ values, phone: data.phone });
    },
    onError: form.showProblem,
  });
  // Nobody types these here: without a look at them the button stays disabled, and nothing says why.
  const { trigger } = form;
  useEffect(() => {
    void trigger(['first_name', 'last_name', 'dob']);
  }, [trigger]);
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
        The names and the date of birth of your profile must be those that the number is registered with. A
        code goes to the phone of that entry.
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
        Send code
      </Button>
    </form>
  );
}
