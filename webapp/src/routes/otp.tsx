import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate, useRouter } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { evaluate } from '@/engine';
import {
  checkResetCode,
  codeSentAt,
  loginWithCode,
  resendCode,
  verifyRegistration,
} from '@/features/identity/api';
import {
  enterNumberCode,
  hasPendingNumber,
  type NumberPage,
  resendToNumber,
} from '@/features/identity/number';
import { Button, buttonClasses } from '@/ui/button';
import { CodeField } from '@/ui/code-field';
import { Page } from '@/ui/page';
import { toast } from '@/ui/toast';

const CODE_LENGTH = 6;

/** Whom the code went to: an address, or the phone that a national number is known by. */
type Target = { email: string } | { number: NumberPage };

/** What the right code does, by the action that the rules name. */
const BY_EMAIL: Record<string, (email: string, code: string) => Promise<void>> = {
  validate: verifyRegistration,
  'otp-login': loginWithCode,
  reset: checkResetCode,
};

const isNumberPage = (action: string): action is NumberPage =>
  action === 'identity-auth' || action === 'identity-registration';

export function OtpConfirm() {
  const { email, page = 'reset' } = getRouteApi('/open/otp-confirm-page').useSearch();
  const { action } = evaluate('otp.next_page', { page });
  if (isNumberPage(action)) {
    // After a reload the number is not known any more.
    if (!hasPendingNumber()) return <Navigate to="/login" replace />;
    return <EnterCode target={{ number: action }} page={page} />;
  }
  if (!email) return <Navigate to="/login" replace />;
  return <EnterCode target={{ email }} page={page} />;
}

interface EnterCodeProps {
  target: Target;
  page: string;
}

function EnterCode({ target, page }: EnterCodeProps) {
  const router = useRouter();
  const [code, setCode] = useState('');
  const { action, next } = evaluate('otp.next_page', { page });
  const send = useMutation({
    mutationFn: async (complete: string) => {
      const { wire } = evaluate('otp.wire', { code: complete }) as { wire: string };
      if ('email' in target) await BY_EMAIL[action]?.(target.email, wire);
      else await enterNumberCode(target.number, wire, toast.info);
    },
    meta: { quiet: true },
    onSuccess: () => {
      const email = 'email' in target && action === 'reset' ? `?${new URLSearchParams(target)}` : '';
      return router.navigate({ href: `${next}${email}` });
    },
    // The boxes are emptied, so that the next try is a whole new code and is sent once.
    onError: () => setCode(''),
  });
  const { complete } = evaluate('otp.clean', { typed: code });
  return (
    <Page title="Enter the code" back="/login">
      {'email' in target ? (
        <p className="text-muted">
          If the address is right, a code is on its way to{' '}
          <strong className="text-text">{target.email}</strong>
        </p>
      ) : (
        <p className="text-muted">
          If the number is right, a code is on its way to the phone that it is registered with.
        </p>
      )}
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (complete && !send.isPending) send.mutate(code);
        }}
      >
        <CodeField
          label="Code"
          length={CODE_LENGTH}
          autoComplete="one-time-code"
          autoFocus
          value={code}
          disabled={send.isPending}
          onChange={(typed) => setCode(evaluate('otp.clean', { typed }).code)}
          onComplete={(typed) => {
            const cleaned = evaluate('otp.clean', { typed });
            if (cleaned.complete) send.mutate(cleaned.code);
          }}
          error={send.error?.message}
        />
        <Button type="submit" wide disabled={!complete} busy={send.isPending}>
          Verify & Proceed
        </Button>
      </form>
      <Resend target={target} page={page} />
    </Page>
  );
}

const TICK_MS = 1000;

/** Another code, once the wait that the rules name is over. */
function Resend({ target, page }: { target: Target; page: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const again = useMutation({
    mutationFn: () => ('email' in target ? resendCode(target.email, page) : resendToNumber(target.number)),
    onSuccess: () => {
      setNow(new Date());
      toast.success('A new code is on its way, if there is somebody to get it.');
    },
  });
  const { allowed, remaining_seconds } = evaluate('otp.resend', {
    context: 'login',
    sent_at: codeSentAt(),
    now: now.toISOString(),
  });
  return (
    <Button
      look="link"
      className="self-center"
      disabled={!allowed}
      busy={again.isPending}
      onClick={() => again.mutate()}
    >
      {allowed ? 'Send a new code' : `Send a new code in ${remaining_seconds} s`}
    </Button>
  );
}

export function Verified() {
  return (
    <Page title="Account Verified!">
      <div className="flex grow flex-col items-center justify-center gap-6 text-center">
        <CircleCheck aria-hidden className="size-24 text-positive" />
        <p className="text-muted">Your address is confirmed. One more step, and your wallet is ready.</p>
        <Link to="/login" className={buttonClasses('primary', true)}>
          Login
        </Link>
      </div>
    </Page>
  );
}
