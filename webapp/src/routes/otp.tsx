import { getRouteApi, Link, Navigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine/entry';
import { resendCode } from '@/features/identity/api';
import { CodeForm } from '@/features/identity/code-form';
import { ConfirmPhone } from '@/features/identity/confirm-phone';
import { type CodeTarget, useEnterCode } from '@/features/identity/mutations';
import { hasPendingNumber, type NumberPage, resendToNumber } from '@/features/identity/number';
import { pendingPhone } from '@/features/identity/pending-phone';
import { emailFor, lastSent } from '@/features/identity/sent';
import { WroteTo } from '@/features/identity/wrote-to';
import { buttonClasses } from '@/ui/button';
import { Drawing } from '@/ui/drawing';
import { Page } from '@/ui/page';
import { toast } from '@/ui/toast';

const isNumberPage = (action: string): action is NumberPage =>
  action === 'identity-auth' || action === 'identity-registration';

export function OtpConfirm() {
  const { email, page = 'reset' } = getRouteApi('/open/otp-confirm-page').useSearch();
  const user = useUser();
  // As on arrival: both are cleared once the code is accepted, before the next page opens.
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
  if (address !== '')
    return <EnterCode key={emailFor(page, address)} target={{ email: address }} page={page} />;
  if (!user) return <Navigate to="/login" replace />;
  if (phone === null) return <Navigate to="/profile" replace />;
  return (
    <Page title="Enter the code" back="/otp-page">
      <ConfirmPhone number={phone} />
    </Page>
  );
}

interface EnterCodeProps {
  target: CodeTarget;
  page: string;
}

export function EnterCode({ target, page }: EnterCodeProps) {
  const router = useRouter();
  const { action, next } = evaluate('otp.next_page', { page });
  const sentTo = 'email' in target ? emailFor(action, target.email) : undefined;
  // Anyone can write this page's address: only codes requested in this tab are claimed.
  const hasRequested = () => sentTo === undefined || lastSent('email', sentTo)?.told === true;
  const [requested, setRequested] = useState(hasRequested);
  const enter = useEnterCode(target, action, {
    told: toast.info,
    onEntered: () => {
      const email = 'email' in target && action === 'reset' ? `?${new URLSearchParams(target)}` : '';
      return router.navigate({ href: `${next}${email}` });
    },
  });
  const resend = async () => {
    if (!('email' in target)) {
      await resendToNumber(target.number);
      return 'If there is an account, a new code is on its way.';
    }
    await resendCode(target.email, action);
    setRequested(hasRequested);
    return 'If this address needs a code, a new one is on its way.';
  };
  const purpose = 'email' in target ? 'email' : 'number';
  const to = <CodeTold target={target} action={action} requested={requested} />;
  return (
    <Page title="Enter the code" back="/login">
      <CodeForm
        purpose={purpose}
        sentTo={sentTo}
        to={to}
        action="Verify & Proceed"
        enter={enter}
        resend={resend}
      />
    </Page>
  );
}

interface CodeToldProps {
  target: CodeTarget;
  action: string;
  requested: boolean;
}

/** The destination of the code. It never reveals whether there is an account. */
export function CodeTold({ target, action, requested }: CodeToldProps) {
  if (!('email' in target))
    return <span>If the number is right, a code is on its way to the phone that it is registered with.</span>;
  const address = <strong className="text-text">{target.email}</strong>;
  if (!requested)
    return (
      <>
        <span>{'Request a code to '}</span>
        {address}
        <span>, and enter it here.</span>
      </>
    );
  if (action === 'validate')
    return <WroteTo email={target.email}>Check your email and follow its instructions.</WroteTo>;
  return (
    <>
      <span>{'If '}</span>
      {address}
      <span>{" has an account, we've sent it a 6-digit code."}</span>
    </>
  );
}

export function Verified() {
  const user = useUser();
  return (
    <Page title="Account Verified!">
      <div className="flex grow flex-col items-center justify-center gap-6 text-center">
        <Drawing of="done" drawn />
        <p className="text-muted">Your email is confirmed. One more step, and your wallet is ready.</p>
        {user ? (
          <Link to="/dashboard" className={buttonClasses('primary', true)}>
            Continue
          </Link>
        ) : (
          <Link to="/login" className={buttonClasses('primary', true)}>
            Login
          </Link>
        )}
      </div>
    </Page>
  );
}
