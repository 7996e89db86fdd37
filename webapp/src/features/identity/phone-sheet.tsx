import { useState } from 'react';
import { useEngineForm } from '@/engine/use-engine-form';
import { Form } from '@/ui/form';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { CodeForm } from './code-form';
import { useAddPhone, useSendPhoneCode } from './mutations';
import { PhoneFields } from './phone-fields';

interface Props {
  open: boolean;
  onClose: () => void;
}

type Stage = { name: 'number' } | { name: 'code'; phone: string };

/** Adds a phone number: the number, then the code that was sent to it. */
export function PhoneSheet({ open, onClose }: Props) {
  const [stage, setStage] = useState<Stage>({ name: 'number' });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      afterClose={() => setStage({ name: 'number' })}
      title="Add your phone"
      onBack={stage.name === 'code' ? () => setStage({ name: 'number' }) : undefined}
    >
      {stage.name === 'number' ? (
        <NumberStage onSent={(phone) => setStage({ name: 'code', phone })} />
      ) : (
        <CodeStage phone={stage.phone} onAdded={onClose} />
      )}
    </Sheet>
  );
}

function NumberStage({ onSent }: { onSent: (phone: string) => void }) {
  const form = useEngineForm('phone', {
    defaultValues: { phone: '' },
    keeps: { as: 'phone-sheet', fields: ['phone'] },
  });
  const send = useSendPhoneCode();
  const submit = (phone: string) =>
    send.mutate(phone, {
      onSuccess: ({ message }) => {
        if (message) toast.success(message);
        onSent(phone);
      },
      onError: form.showProblem,
    });
  return (
    <Form
      onSubmit={form.handleSubmit(({ phone }) => submit(phone.trim()))}
      action="Send code"
      busy={send.isPending}
      error={form.formError}
    >
      <PhoneFields error={form.errorOf('phone')} {...form.register('phone')} />
    </Form>
  );
}

function CodeStage({ phone, onAdded }: { phone: string; onAdded: () => void }) {
  const add = useAddPhone(phone);
  const resend = useSendPhoneCode();
  return (
    <CodeForm
      waits="phone"
      to={phone}
      action="Add phone"
      enter={add}
      onEntered={({ message }) => {
        if (message) toast.success(message);
        onAdded();
      }}
      resend={async () => (await resend.mutateAsync(phone)).message}
    />
  );
}
