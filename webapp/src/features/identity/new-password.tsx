import { useMutation } from '@tanstack/react-query';
import { useEngineForm } from '@/engine/use-engine-form';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { PasswordField } from '@/ui/password-field';
import { prepareAdvice } from './advice';
import { resetPassword } from './api';
import { StrengthMeter } from './strength-meter';

interface Props {
  email: string;
  /** Words of the person's own that make no good password, beside the address. */
  known?: string[];
  action: string;
  onSet: () => void | Promise<void>;
}

/** Sets a password with the code that was entered before. */
export function NewPassword({ email, known = [], action, onSet }: Props) {
  const form = useEngineForm<{ password: string; confirm_password: string }>('reset_password', {
    defaultValues: { password: '', confirm_password: '' },
  });
  const send = useMutation({
    mutationFn: (password: string) => resetPassword(email, password),
    meta: { quiet: true },
    onSuccess: onSet,
    onError: form.showProblem,
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit(({ password }) => {
        form.setFormError(null);
        send.mutate(password);
      })}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        onFocus={prepareAdvice}
        error={form.errorOf('password')}
        {...form.register('password')}
      />
      <StrengthMeter password={form.watch('password')} known={[...known, email]} />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={form.errorOf('confirm_password')}
        {...form.register('confirm_password')}
      />
      <FormError>{form.formError}</FormError>
      <Button type="submit" wide busy={send.isPending}>
        {action}
      </Button>
    </form>
  );
}
