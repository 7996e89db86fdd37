import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/api/client';
import { updateUser } from '@/api/session';
import { useEngineForm } from '@/engine/use-engine-form';
import { Form } from '@/ui/form';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { CodeForm } from './code-form';
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

const sendCode = async (phone: string) => call('POST', '/phone/code', { body: { phone } });

function NumberStage({ onSent }: { onSent: (phone: string) => void }) {
  const form = useEngineForm('phone', {
    defaultValues: { phone: '' },
    keeps: { as: 'phone-sheet', fields: ['phone'] },
  });
  const send = useMutation({
    mutationFn: ({ phone }: { phone: string }) => sendCode(phone.trim()),
    meta: { quiet: true },
    onSuccess: ({ message }, { phone }) => {
      if (message) toast.success(message);
      onSent(phone.trim());
    },
    onError: form.showProblem,
  });
  return (
    <Form
      onSubmit={form.handleSubmit((values) => send.mutate(values))}
      action="Send code"
      busy={send.isPending}
      error={form.formError}
    >
      <PhoneFields error={form.errorOf('phone')} {...form.register('phone')} />
    </Form>
  );
}

function CodeStage({ phone, onAdded }: { phone: string; onAdded: () => void }) {
  const add = useMutation({
    mutationFn: (code: string) => call('POST', '/phone', { body: { phone, code } }),
    meta: { quiet: true },
    onSuccess: ({ data, message }) => {
      updateUser(data);
      if (message) toast.success(message);
      onAdded();
    },
  });
  return (
    <CodeForm
      waits="phone"
      to={phone}
      action="Add phone"
      enter={add}
      resend={async () => (await sendCode(phone)).message}
    />
  );
}
