import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '@/api/client';
import { updateUser } from '@/api/session';
import { evaluate } from '@/engine';
import { useEngineForm } from '@/engine/use-engine-form';
import { Button } from '@/ui/button';
import { CodeField } from '@/ui/code-field';
import { FormError } from '@/ui/form-error';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { PhoneFields } from './phone-fields';

const CODE_LENGTH = 6;
const TICK_MS = 1000;

interface Props {
  open: boolean;
  onClose: () => void;
}

type Stage = { name: 'number' } | { name: 'code'; phone: string; sentAt: string };

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
        <NumberStage
          onSent={(phone) => setStage({ name: 'code', phone, sentAt: new Date().toISOString() })}
        />
      ) : (
        <CodeStage
          phone={stage.phone}
          sentAt={stage.sentAt}
          onResent={() => setStage({ ...stage, sentAt: new Date().toISOString() })}
          onAdded={onClose}
        />
      )}
    </Sheet>
  );
}

const sendCode = async (phone: string) => call('POST', '/phone/code', { body: { phone } });

function NumberStage({ onSent }: { onSent: (phone: string) => void }) {
  const form = useEngineForm<{ phone: string }>('phone', { defaultValues: { phone: '' } });
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
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) => send.mutate(values))}
    >
      <PhoneFields error={form.errorOf('phone')} {...form.register('phone')} />
      <FormError>{form.formError}</FormError>
      <Button type="submit" wide busy={send.isPending}>
        Send code
      </Button>
    </form>
  );
}

function CodeStage(props: { phone: string; sentAt: string; onResent: () => void; onAdded: () => void }) {
  const { phone, sentAt, onResent, onAdded } = props;
  const [code, setCode] = useState('');
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const add = useMutation({
    mutationFn: (complete: string) => call('POST', '/phone', { body: { phone, code: complete } }),
    meta: { quiet: true },
    onSuccess: ({ data, message }) => {
      updateUser(data);
      if (message) toast.success(message);
      onAdded();
    },
    onError: () => setCode(''),
  });
  const again = useMutation({
    mutationFn: () => sendCode(phone),
    onSuccess: ({ message }) => {
      if (message) toast.success(message);
      onResent();
    },
  });
  const { allowed, remaining_seconds } = evaluate('otp.resend', {
    context: 'phone',
    sent_at: sentAt,
    now: now.toISOString(),
  });
  const { complete } = evaluate('otp.clean', { typed: code });
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (complete && !add.isPending) add.mutate(code);
      }}
    >
      <p className="text-muted">
        Enter the code that was sent to <strong className="text-text">{phone}</strong>.
      </p>
      <CodeField
        label="Code"
        length={CODE_LENGTH}
        autoComplete="one-time-code"
        autoFocus
        value={code}
        disabled={add.isPending}
        onChange={(typed) => setCode(evaluate('otp.clean', { typed }).code)}
        onComplete={(typed) => {
          const cleaned = evaluate('otp.clean', { typed });
          if (cleaned.complete) add.mutate(cleaned.code);
        }}
        error={add.error?.message}
      />
      <Button type="submit" wide disabled={!complete} busy={add.isPending}>
        Add phone
      </Button>
      <Button
        look="link"
        className="self-center"
        disabled={!allowed}
        busy={again.isPending}
        onClick={() => again.mutate()}
      >
        {allowed ? 'Send a new code' : `Send a new code in ${remaining_seconds} s`}
      </Button>
    </form>
  );
}
