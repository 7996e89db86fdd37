import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate, useRouter } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine';
import { checkResetCode, loginWithCode, resendCode, verifyRegistration } from '@/features/identity/api';
import { CodeForm } from '@/features/identity/code-form';
import { ConfirmPhone } from '@/features/identity/confirm-phone';
import {
  enterNumberCode,
  hasPendingNumber,
  type NumberPage,
  resendToNumber,
} from '@/features/identity/number';
import { pendingPhone } from '@/features/identity/pending-phone';
import { buttonClasses } from '@/ui/button';
import { Page } from '@/ui/page';
import { toast } from '@/ui/toast';

/** The recipient of the code: an address, or the phone registered with a national number. */
type Target = { email: string } | { number: NumberPage };

/** What a correct code does, by the rules' action. */
const BY_EMAIL: Record<string, (email: string, code: string) => Promise<void>> = {
  validate: verifyRegistration,
  'otp-login': loginWithCode,
  reset: checkResetCode,
};

const isNumberPage = (action: string): action is NumberPage =>
  action === 'identity-auth' || action === 'identity-registration';

export function OtpConfirm() {
  const { email, page = 'reset' } = getRouteApi('/open/otp-confirm-page').useSearch();
  const user = useUser();
  // As on arrival: both are forgotten once the code is accepted, before the next page opens.
  const [phone] = useState(pendingPhone);
  const [hasNumber] = useState(hasPendingNumber);
  const { action } = evaluate('otp.next_page', { page });
  if (isNumberPage(action)) {
    // After a reload the number is unknown.
    if (!hasNumber) return <Navigate to="/login" replace />;
    return <EnterCode target={{ number: action }} page={page} />;
  }
  // The guard redirects signed-in users with an unverified address here without `email`.
  const address = email ?? (action === 'validate' ? (user?.email ?? '') : '');
  if (address !== '') return <EnterCode target={{ email: address }} page={page} requested={!user} />;
  if (!user) return <Navigate to="/login" replace />;
  if (phone === null) return <Navigate to="/profile" replace />;
  return (
    <Page title="Enter the code" back="/otp-page">
      <ConfirmPhone number={phone} />
    </Page>
  );
}

interface EnterCodeProps {
  target: Target;
  page: string;
  /** A code was requested on the page before. */
  requested?: boolean;
}

function EnterCode({ target, page, requested = true }: EnterCodeProps) {
  const router = useRouter();
  const { action, next } = evaluate('otp.next_page', { page });
  const enter = useMutation({
    mutationFn: async (complete: string) => {
      const { wire } = evaluate('otp.wire', { code: complete }) as { wire: string };
      if ('email' in target) await BY_EMAIL[action]?.(target.email, wire);
      else await enterNumberCode(target.number, wire, toast.info);
    },
    meta: { quiet: true, silent: true },
    onSuccess: () => {
      const email = 'email' in target && action === 'reset' ? `?${new URLSearchParams(target)}` : '';
      return router.navigate({ href: `${next}${email}` });
    },
  });
  const resend = async () => {
    await ('email' in target ? resendCode(target.email, page) : resendToNumber(target.number));
    return 'If there is an account, a new code is on its way.';
  };
  const purpose = 'email' in target ? 'email' : 'number';
  const to =
    'email' in target && !requested ? (
      <>
        Request a code to <strong className="text-text">{target.email}</strong>, and enter it here.
      </>
    ) : 'email' in target ? (
      <>
        If the address is right, a code is on its way to <strong className="text-text">{target.email}</strong>
      </>
    ) : (
      <>If the number is right, a code is on its way to the phone that it is registered with.</>
    );
  return (
    <Page title="Enter the code" back="/login">
      <CodeForm purpose={purpose} to={to} action="Verify & Proceed" enter={enter} resend={resend} />
    </Page>
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
