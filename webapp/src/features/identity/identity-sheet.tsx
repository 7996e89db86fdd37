import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Profile } from '@/api/types';
import { type Fields, useEngineForm } from '@/engine/use-engine-form';
import { useToday } from '@/lib/today';
import { cleaned } from '@/ui/cleaned';
import { SelectField, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { CodeForm } from './code-form';
import { useProveIdentity, useSendProofCode } from './mutations';

type Values = Fields<'identity'>;

const MODES = [
  { value: 'bvn', label: 'BVN' },
  { value: 'nin', label: 'NIN' },
];

interface Props {
  profile: Profile;
  open: boolean;
  onClose: () => void;
}

/** A number whose code is pending. */
type Sent = { values: Values; phone: string };

/**
 * Identity verification with a BVN or NIN: its names and date of birth must match the profile, and a code goes to the
 * registered phone.
 */
export function IdentitySheet({ profile, open, onClose }: Props) {
  const [sent, setSent] = useState<Sent | null>(null);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      afterClose={() => setSent(null)}
      title="Verify your identity"
      onBack={sent ? () => setSent(null) : undefined}
      stage={sent ? 'code' : 'number'}
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
  const prove = useProveIdentity(sent.values);
  const again = useSendProofCode();
  return (
    <CodeForm
      purpose="identity"
      to={sent.phone}
      action="Verify"
      enter={prove}
      onEntered={({ message }) => {
        if (message) toast.success(message);
        onDone();
      }}
      resend={async () => (await again.mutateAsync(sent.values)).message}
    />
  );
}

function IdentityForm({ profile, onSent }: { profile: Profile; onSent: (sent: Sent) => void }) {
  const form = useEngineForm('identity', {
    defaultValues: {
      mode: 'bvn',
      value: '',
      first_name: profile.first_name ?? '',
      last_name: profile.last_name ?? '',
      dob: profile.dob ?? '',
    },
    context: { today: useToday() },
    // The number is never stored.
    keeps: { as: 'identity-sheet', fields: ['mode'] },
  });
  const send = useSendProofCode();
  // Not typed here, so validate them now: otherwise the button would stay disabled without an explanation.
  const { trigger } = form;
  useEffect(() => {
    void trigger(['first_name', 'last_name', 'dob']);
  }, [trigger]);
  const missing = form.errorOf('first_name') ?? form.errorOf('last_name') ?? form.errorOf('dob');
  return (
    <Form
      onSubmit={form.handleSubmit((values) =>
        send.mutate(values, {
          onSuccess: ({ data }) => {
            if ('code_sent' in data) onSent({ values, phone: data.phone });
          },
          onError: form.showProblem,
        }),
      )}
      action="Send code"
      busy={send.isPending}
      disabled={!form.formState.isValid}
      error={form.formError}
    >
      <p className="text-sm text-muted">
        We ask the register for the name, the date of birth and the phone number that belong to your BVN or
        NIN. The name and the date must match your profile, and we'll text a code to that phone. By sending
        the number you agree to this.
      </p>
      <SelectField
        label="BVN or NIN"
        options={MODES}
        error={form.errorOf('mode')}
        {...form.register('mode')}
      />
      <TextField
        label="Number"
        inputMode="numeric"
        autoComplete="off"
        error={form.errorOf('value')}
        {...cleaned(form.register('value'), () => form.trigger('value'))}
      />
      {send.isError && !send.error.lost && (
        <p className="text-sm text-muted">
          We couldn't match this number with your name and date of birth. Check both in your profile.
        </p>
      )}
      {missing && (
        <p role="alert" className="text-sm font-medium text-negative">
          <span>{'Your names and your date of birth are missing. '}</span>
          <Link to="/profile" search={{ session: 'about', edit: 'true' }} className="underline">
            Complete your profile
          </Link>
        </p>
      )}
      {/* Disabled while it is not valid. (Document 1, section 5.) */}
    </Form>
  );
}
