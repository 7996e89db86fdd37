import { useState } from 'react';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine';
import { useEngineForm } from '@/engine/use-engine-form';
import { Form } from '@/ui/form';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { CodeForm } from './code-form';
import { useAddPhone, useSendPhoneCode } from './mutations';
import type { PhoneNumber } from './pending-phone';
import { COUNTRIES, FIRST_DIAL_CODE, PhoneFields } from './phone-fields';

interface Props {
  open: boolean;
  onClose: () => void;
}

type Stage = { name: 'number' } | { name: 'code'; number: PhoneNumber; phone: string };

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
      stage={stage.name}
    >
      {stage.name === 'number' ? (
        <NumberStage onSent={(number, phone) => setStage({ name: 'code', number, phone })} />
      ) : (
        <CodeStage number={stage.number} phone={stage.phone} onAdded={onClose} />
      )}
    </Sheet>
  );
}

/** A stored number in the format for typing: numbers of other countries are stored with their dial code. */
function typedNumber(stored: string): PhoneNumber {
  const code = COUNTRIES.find(({ value }) => stored.startsWith(value))?.value ?? '';
  const values = { dial_code: code || FIRST_DIAL_CODE, phone: stored.slice(code.length) };
  return evaluate('form.phone', { values }).valid ? values : { dial_code: FIRST_DIAL_CODE, phone: '' };
}

function NumberStage({ onSent }: { onSent: (number: PhoneNumber, phone: string) => void }) {
  // The number given at sign-up, which is confirmed here.
  const given = useUser()?.phone ?? '';
  const form = useEngineForm('phone', {
    defaultValues: typedNumber(given),
    keeps: { as: 'phone-sheet', fields: ['dial_code', 'phone'] },
  });
  const send = useSendPhoneCode();
  const submit = (number: PhoneNumber) =>
    send.mutate(number, {
      onSuccess: ({ message, data }) => {
        if (message) toast.success(message);
        onSent(number, data.phone);
      },
      onError: form.showProblem,
    });
  return (
    <Form
      onSubmit={form.handleSubmit(submit)}
      action="Send code"
      busy={send.isPending}
      error={form.formError}
    >
      <PhoneFields form={form} />
    </Form>
  );
}

interface CodeStageProps {
  number: PhoneNumber;
  /** As the server stores it. */
  phone: string;
  onAdded: () => void;
}

function CodeStage({ number, phone, onAdded }: CodeStageProps) {
  const add = useAddPhone(number);
  const resend = useSendPhoneCode();
  return (
    <CodeForm
      purpose="phone"
      to={phone}
      action="Add phone"
      enter={add}
      onEntered={({ message }) => {
        if (message) toast.success(message);
        onAdded();
      }}
      resend={async () => (await resend.mutateAsync(number)).message}
    />
  );
}
