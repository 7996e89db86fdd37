import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contract } from '@/api/contract';
import { useEngineForm } from '@/engine/use-engine-form';
import { Button } from '@/ui/button';
import { Form } from '@/ui/form';
import { Loaded } from '@/ui/loaded';
import { PasswordField } from '@/ui/password-field';
import { PinBoxes } from '@/ui/pin-boxes';
import { Sheet } from '@/ui/sheet';
import { ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';
import { Username } from '@/ui/username';
import { ForgottenPin } from './forgotten-pin';
import { NoPassword, useHasPassword } from './no-password';
import { isPinSet, type PinStatus, pinStatusQuery, useSavePin } from './pin';
import { SharedPin } from './shared-pin';

interface Props {
  currency: Contract<'Currency'>;
  open: boolean;
  onClose: () => void;
  /** Called after a PIN was saved, in addition to closing. */
  onSaved?: () => void;
}

/** Sets or changes the transaction PIN of a currency. */
export function PinSheet({ currency, open, onClose, onSaved }: Props) {
  const statuses = useQuery({ ...pinStatusQuery, enabled: open });
  const [forgotten, setForgotten] = useState(false);
  const [saved, setSaved] = useState(false);
  const remember = () => setForgotten(false);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      afterClose={() => {
        remember();
        setSaved(false);
        if (saved) onSaved?.();
      }}
      title={`Transaction PIN (${currency})`}
      onBack={forgotten ? remember : undefined}
      stage={forgotten ? 'forgotten' : 'pin'}
    >
      <Loaded query={statuses} waiting={<ListSkeleton rows={3} />}>
        {({ [currency]: status = 'absent' }) =>
          forgotten ? (
            <ForgottenPin currency={currency} onReset={remember} />
          ) : (
            <PinForm
              // A new form after a reset.
              key={status}
              currency={currency}
              status={status}
              onSaved={() => {
                setSaved(true);
                onClose();
              }}
              onForgotten={() => setForgotten(true)}
            />
          )
        }
      </Loaded>
    </Sheet>
  );
}

interface FirstProps {
  currency: Contract<'Currency'>;
  status: PinStatus;
  /** The status of the naira PIN, which can be used for a currency that never had one. */
  naira?: PinStatus | undefined;
  /** The currency in a word, such as the name of a coin. */
  name?: string;
}

/** Sets the PIN inside another sheet, which continues once it is set. */
export function FirstPin({ currency, status, naira, name = currency }: FirstProps) {
  const [other, setOther] = useState(false);
  if (status === 'absent' && isPinSet(naira) && !other)
    return <SharedPin currency={currency} name={name} onOther={() => setOther(true)} />;
  return (
    <>
      <p className="font-medium">{`Set your ${currency} transaction PIN first. Your payment then continues.`}</p>
      <PinForm currency={currency} status={status} onSaved={() => undefined} onForgotten={() => undefined} />
    </>
  );
}

const DIGITS = 4;
const PINS = ['old_pin', 'pin', 'confirm_pin'] as const;

interface FormProps {
  currency: Contract<'Currency'>;
  status: PinStatus;
  onSaved: () => void;
  onForgotten: () => void;
}

function PinForm(props: FormProps) {
  const { currency, onSaved, onForgotten } = props;
  // Fixed when the form opens: saving must not switch the form while it closes.
  const [status] = useState(props.status);
  const [askPassword, setAskPassword] = useState(false);
  const [password, setPassword] = useState('');
  const hasPassword = useHasPassword();
  const form = useEngineForm('pin_change', {
    defaultValues: { old_pin: '', pin: '', confirm_pin: '' },
    context: { status },
  });
  const [old_pin, pin, confirm_pin] = form.watch(PINS);
  // Masked digits cannot be corrected: a refused PIN is typed again.
  const empty = (isRefused: (field: string) => boolean) => {
    for (const field of PINS.filter(isRefused)) form.setValue(field, '');
  };
  const save = useSavePin(currency, status);
  return (
    <Form
      onSubmit={form.handleSubmit(
        (values) =>
          save.mutate(
            { ...values, password },
            {
              onSuccess: () => {
                toast.success('Transaction pin changed!');
                onSaved();
              },
              onError: (problem) => {
                empty((name) => problem.violations.some(({ field }) => field === name));
                // The first PIN needs fresh proof of the user's identity.
                if (problem.code === 'reauthentication_required') setAskPassword(true);
                const isAboutPassword = problem.violations.some(({ field }) => field === 'password');
                if (isAboutPassword) return;
                if (problem.code !== 'reauthentication_required' || hasPassword) form.showProblem(problem);
              },
            },
          ),
        (errors) => empty((name) => name in errors),
      )}
      action="Save PIN"
      busy={save.isPending}
      error={form.formError}
      below={
        isPinSet(status) && (
          <Button look="link" className="self-center" onClick={onForgotten}>
            Forgot your PIN?
          </Button>
        )
      }
    >
      <p className="text-sm text-muted">
        Four digits that only you know. You enter them each time money leaves your wallet.
      </p>
      {isPinSet(status) && (
        <PinBoxes
          label="Old PIN"
          length={DIGITS}
          typed={old_pin}
          error={form.errorOf('old_pin')}
          {...form.register('old_pin')}
        />
      )}
      <PinBoxes
        label="New PIN"
        length={DIGITS}
        typed={pin}
        error={form.errorOf('pin')}
        {...form.register('pin')}
      />
      <PinBoxes
        label="Confirm PIN"
        length={DIGITS}
        typed={confirm_pin}
        error={form.errorOf('confirm_pin')}
        {...form.register('confirm_pin')}
      />
      {askPassword && !hasPassword && <NoPassword wanted="to set a PIN" />}
      {askPassword && hasPassword && <Username />}
      {askPassword && hasPassword && (
        <PasswordField
          label="Your password"
          error={save.error?.violations.find(({ field }) => field === 'password')?.message}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
    </Form>
  );
}
