import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Problem } from '@/api/problem';
import { useEngineForm } from '@/engine/entry';
import { checkResetCode, hasResetCode } from '@/features/identity/api';
import { useForgotPassword } from '@/features/identity/mutations';
import { NewPassword } from '@/features/identity/new-password';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Page } from '@/ui/page';
import { toast } from '@/ui/toast';

export function ForgotPassword() {
  const navigate = useNavigate();
  const form = useEngineForm('forgot_password', {
    defaultValues: { email: '' },
    // The address from the failed sign-in.
    keeps: { as: 'login', fields: ['email'] },
  });
  const send = useForgotPassword();
  return (
    <Page title="Reset your password" back="/login">
      <p className="text-muted">We send a 6-digit code to your email address.</p>
      <Form
        onSubmit={form.handleSubmit((values) =>
          send.mutate(values.email, {
            onSuccess: ({ email, page }) => navigate({ to: '/otp-confirm-page', search: { email, page } }),
            onError: form.showProblem,
          }),
        )}
        action="Reset Password"
        busy={send.isPending}
        error={form.formError}
      >
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          error={form.errorOf('email')}
          {...form.register('email')}
        />
      </Form>
    </Page>
  );
}

export function ResetPassword() {
  const { email, code } = getRouteApi('/open/reset-password').useSearch();
  // Removed from the address bar at once, before the server responds.
  const [brought] = useState(code);
  const [isChecked, setChecked] = useState(hasResetCode);
  if (!email) return <Navigate to="/forgot-password" replace />;
  if (isChecked) return <ChoosePassword email={email} />;
  if (brought !== undefined)
    return <BroughtCode email={email} code={brought} onRight={() => setChecked(true)} />;
  // After a reload the code is no longer in memory but still valid: the user enters it again.
  return <Navigate to="/otp-confirm-page" search={{ email, page: RESET }} replace />;
}

/** The code page's `page` parameter for a password reset. */
const RESET = 'reset';

/** Checks the code from a link, once. */
function BroughtCode({ email, code, onRight }: { email: string; code: string; onRight: () => void }) {
  const navigate = useNavigate();
  const check = useEffectEvent(() => {
    void navigate({ to: '/reset-password', search: { email }, replace: true });
    checkResetCode(email, code).then(onRight, ({ message }: Problem) => {
      toast.error(message);
      return navigate({ to: '/otp-confirm-page', search: { email, page: RESET }, replace: true });
    });
  });
  useEffect(() => check(), []);
  return (
    <p role="status" className="grid grow place-content-center">
      Checking your code
    </p>
  );
}

function ChoosePassword({ email }: { email: string }) {
  const navigate = useNavigate();
  return (
    <Page title="Choose a new password" back="/login">
      <NewPassword
        email={email}
        action="Save password"
        onSet={async () => {
          toast.success('Your password is changed. Please log in.');
          await navigate({ to: '/login', replace: true });
        }}
      />
    </Page>
  );
}
