import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import type { Problem } from '@/api/problem';
import { evaluate } from '@/engine/entry';
import { now } from '@/lib/clock';
import { Button } from '@/ui/button';
import { CodeField } from '@/ui/code-field';
import { toast } from '@/ui/toast';
import { useSendCodeAgain } from './mutations';
import { type CodePurpose, lastSent } from './sent';

const CODE_LENGTH = 6;
const TICK_MS = 1000;

interface Props<T> {
  /** The purpose of the code. Each has its own wait. */
  purpose: CodePurpose;
  /** The destination passed to `rememberSent`, if each has its own wait. */
  sentTo?: string | undefined;
  /** The destination of the code, or a whole sentence. */
  to: string | ReactElement;
  action: string;
  /** Submits the entered code. */
  enter: Pick<UseMutationResult<T, Problem, string>, 'isPending' | 'isError' | 'error' | 'mutate'>;
  /** The code was correct. */
  onEntered?: (answer: T) => void;
  /** Sends another code; returns a message to show, if any. */
  resend: () => Promise<string | null>;
}

/** The wait before another code may be requested. */
function waitFor(
  purpose: CodePurpose,
  sentTo: string | undefined,
  at: Date,
): { allowed: boolean; remaining_seconds: number } {
  const sent = lastSent(purpose, sentTo);
  if (sent === null) return { allowed: true, remaining_seconds: 0 };
  return evaluate('otp.resend', {
    context: purpose === 'phone' ? 'phone' : 'login',
    sent_at: sent.sent_at,
    resend_seconds: sent.resend_seconds,
    now: at.toISOString(),
  });
}

/** The server's violations, joined by commas. (Document 1, section 8.) */
const wordsOf = ({ violations, message }: Problem): string =>
  violations.map((violation) => violation.message).join(', ') || message;

/** Enters a code, and offers another one after the wait. */
export function CodeForm<T>({ purpose, sentTo, to, action, enter, onEntered, resend }: Props<T>) {
  const [code, setCode] = useState('');
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const send = (entered: string) => enter.mutate(entered, { onSuccess: (answer) => onEntered?.(answer) });
  const { isError } = enter;
  useEffect(() => {
    if (isError) setCode('');
  }, [isError]);
  const again = useSendCodeAgain(resend);
  const sent = (message: string | null) => {
    if (message) toast.success(message);
    setAt(now());
  };
  const { allowed, remaining_seconds } = waitFor(purpose, sentTo, at);
  const { complete } = evaluate('otp.clean', { typed: code });
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (complete && !enter.isPending) send(code);
      }}
    >
      <p className="text-muted">
        {typeof to === 'string' ? (
          <>
            <span>{'Enter the code that was sent to '}</span>
            <strong className="text-text">{to}</strong>
            <span>.</span>
          </>
        ) : (
          to
        )}
      </p>
      <CodeField
        label="Code"
        length={CODE_LENGTH}
        read={(typed) => {
          const found = evaluate('otp.clean', { typed });
          return found.unclear ? null : found.code;
        }}
        unclear="We couldn't find one code of six in this. Enter its characters in the boxes."
        autoComplete="one-time-code"
        autoFocus
        value={code}
        disabled={enter.isPending}
        onChange={(typed) => setCode(evaluate('otp.clean', { typed }).code)}
        onComplete={(typed) => {
          const cleaned = evaluate('otp.clean', { typed });
          if (cleaned.complete && !enter.isPending) send(cleaned.code);
        }}
        error={enter.error ? wordsOf(enter.error) : undefined}
      />
      <Button type="submit" wide disabled={!complete} busy={enter.isPending}>
        {action}
      </Button>
      <Button
        look="link"
        className="self-center"
        disabled={!allowed}
        busy={again.isPending}
        onClick={() => again.mutate(undefined, { onSuccess: sent })}
      >
        {allowed ? 'Send a new code' : `Send a new code in ${remaining_seconds} s`}
      </Button>
    </form>
  );
}
