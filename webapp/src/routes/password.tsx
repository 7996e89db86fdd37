import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { useEngineForm } from '@/engine/use-engine-form';
import { hasResetCode } from '@/features/identity/api';
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
      <p className="text-muted">We send a six-character code to your address.</p>
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
  const navigate = useNavigate();
  const { email } = getRouteApi('/open/reset-password').useSearch();
  // Without a code from the page before there is nothing to reset: after a reload the user starts again.
  if (!email || !hasResetCode()) return <Navigate to="/forgot-password" replace />;
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
