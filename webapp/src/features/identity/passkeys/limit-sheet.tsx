import { useState } from 'react';
import { useEngineForm } from '@/engine/use-engine-form';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { FormSheet } from '@/ui/form-sheet';
import { PinBoxes } from '@/ui/pin-boxes';
import { toast } from '@/ui/toast';
import { grouped } from '@/ui/typed';
import { useSetPasskeyLimit } from './mutations';

const DIGITS = 4;

interface Props {
  /** Null if every payment needs the PIN. */
  limit: string | null;
  onClose: () => void;
}

/** Sets the limit for payments with a passkey in place of the PIN. */
export function LimitSheet({ limit, onClose }: Props) {
  const [isOff, setOff] = useState(false);
  const form = useEngineForm('passkey_limit', { defaultValues: { limit: limit ?? '', pin: '' } });
  const send = useSetPasskeyLimit();
  const pin = form.watch('pin');
  return (
    <FormSheet
      title="Pay with fingerprint or face"
      onClose={onClose}
      action={isOff ? 'Switch off' : 'Save limit'}
      busy={send.isPending}
      error={form.formError}
      onSubmit={form.handleSubmit((values) =>
        send.mutate(values, {
          onSuccess: () => {
            toast.success(isOff ? 'Every payment needs your PIN' : 'Limit saved');
            onClose();
          },
          onError: (problem) => {
            // Masked digits cannot be corrected: a refused PIN is typed again.
            form.setValue('pin', '');
            form.showProblem(problem);
          },
        }),
      )}
      below={
        limit !== null && !isOff ? (
          <Button
            look="link"
            className="self-center"
            onClick={() => {
              form.setValue('limit', '0');
              setOff(true);
            }}
          >
            Switch off
          </Button>
        ) : undefined
      }
    >
      <p className="text-sm text-muted">
        {isOff
          ? 'Enter your PIN to switch it off. Every payment then needs your PIN.'
          : 'Payments in naira can be confirmed with your fingerprint or face instead of your PIN, together up to this amount within 24 hours. Loans, new plans and coins always need the PIN, and so does a passkey that you add later.'}
      </p>
      {!isOff && (
        <TextField
          label="Limit within 24 hours (NGN)"
          inputMode="decimal"
          autoComplete="off"
          className="figures text-xl font-semibold"
          error={form.errorOf('limit')}
          offer={form.offerOf('limit')}
          {...grouped(form.register('limit'), 'NGN')}
        />
      )}
      <PinBoxes
        label="Transaction PIN"
        length={DIGITS}
        typed={pin}
        error={form.errorOf('pin')}
        {...form.register('pin')}
      />
    </FormSheet>
  );
}
