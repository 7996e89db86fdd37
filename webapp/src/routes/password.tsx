import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { useEngineForm } from '@/engine/use-engine-form';
import { prepareAdvice } from '@/features/identity/advice';
import { forgotPassword, hasResetCode, resetPassword } from '@/features/identity/api';
import { StrengthMeter } from '@/features/identity/strength-meter';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { FormError } from '@/ui/form-error';
import { Page } from '@/ui/page';
import { PasswordField } from '@/ui/password-field';
import { toast } from '@/ui/toast';

export function ForgotPassword() {
  const navigate = useNavigate();
  const form = useEngineForm<{ email: string }>('forgot_password', {
    defaultValues: { email: '' },
    // The address that one could not log in with.
    keeps: { as: 'login', fields: ['email'] },
  });
  const send = useMutation({
    mutationFn: forgotPassword,
    meta: { quiet: true },
    onSuccess: ({ email, page }) => navigate({ to: '/otp-confirm-page', search: { email, page } }),
    onError: form.showProblem,
  });
  return (
    <Page title="Reset your password" back="/login">
      <p className="text-muted">We send a six-character code to your address.</p>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit(({ email }) => send.mutate(email))}
      >
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          error={form.errorOf('email')}
          {...form.register('email')}
        />
        <FormError>{form.formError}</FormError>
        <Button type="submit" wide busy={send.isPending}>
          Reset Password
        </Button>
      </form>
    </Page>
  );
}

export function ResetPassword() {
  const { email } = getRouteApi('/open/reset-password').useSearch();
  // Without a code from the page before there is nothing to reset: after a reload one starts again.
  if (!email || !hasResetCode()) return <Navigate to="/forgot-password" replace />;
  return <NewPassword email={email} />;
}

function NewPassword({ email }: { email: string }) {
  const navigate = useNavigate();
  const form = useEngineForm<{ password: string; confirm_password: string }>('reset_password', {
    defaultValues: { password: '', confirm_password: '' },
  });
  const send = useMutation({
    mutationFn: (password: string) => resetPassword(email, password),
    meta: { quiet: true },
    onSuccess: async () => {
      toast.success('Your password is changed. Please log in.');
      await navigate({ to: '/login', replace: true });
    },
    onError: form.showProblem,
  });
  return (
    <Page title="Choose a new password" back="/login">
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit(({ password }) => send.mutate(password))}
      >
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          onFocus={prepareAdvice}
          error={form.errorOf('password')}
          {...form.register('password')}
        />
        <StrengthMeter password={form.watch('password')} known={[email]} />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          error={form.errorOf('confirm_password')}
          {...form.register('confirm_password')}
        />
        <FormError>{form.formError}</FormError>
        <Button type="submit" wide busy={send.isPending}>
          Save password
        </Button>
      </form>
    </Page>
  );
}
