import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { evaluate } from '@/engine';
import { Button } from '@/ui/button';
import { CodeField } from '@/ui/code-field';
import { toast } from '@/ui/toast';

const CODE_LENGTH = 6;
const TICK_MS = 1000;

interface Props {
  /** Where the code went, as the person knows it. */
  to: string;
  action: string;
  /** Sends the code that was entered. */
  enter: UseMutationResult<unknown, Error, string>;
  /** Sends another one; answers what to tell the person, if anything. */
  resend: () => Promise<string | null>;
}

/** The code that was sent to a phone, and another one once the wait is over. */
export function CodeForm({ to, action, enter, resend }: Props) {
  const [code, setCode] = useState('');
  const [sentAt, setSentAt] = useState(() => new Date().toISOString());
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const { isError } = enter;
  useEffect(() => {
    if (isError) setCode('');
  }, [isError]);
  const again = useMutation({
    mutationFn: resend,
    onSuccess: (message) => {
      if (message) toast.success(message);
      setSentAt(new Date().toISOString());
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
        if (complete && !enter.isPending) enter.mutate(code);
      }}
    >
      <p className="text-muted">
        Enter the code that was sent to <strong className="text-text">{to}</strong>.
      </p>
      <CodeField
        label="Code"
        length={CODE_LENGTH}
        autoComplete="one-time-code"
        autoFocus
        value={code}
        disabled={enter.isPending}
        onChange={(typed) => setCode(evaluate('otp.clean', { typed }).code)}
        onComplete={(typed) => {
          const cleaned = evaluate('otp.clean', { typed });
          if (cleaned.complete) enter.mutate(cleaned.code);
        }}
        error={enter.error?.message}
      />
      <Button type="submit" wide disabled={!complete} busy={enter.isPending}>
        {action}
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
