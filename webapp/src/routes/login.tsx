import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useEngineForm } from '@/engine/entry';
import { GoogleButton, googleReason } from '@/features/identity/google';
import { MethodChooser } from '@/features/identity/method-chooser';
import { useLogin } from '@/features/identity/mutations';
import { NumberForm } from '@/features/identity/number-form';
import { Greeting } from '@/features/identity/passkeys/greeting';
import { PasskeyLogin } from '@/features/identity/passkeys/passkey-login';
import { Terms } from '@/features/identity/terms';
import { useFirstForm } from '@/lib/first-form';
import { lastPerson } from '@/lib/last-person';
import { BrandMark } from '@/ui/brand-mark';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { FormError } from '@/ui/form-error';
import { Page } from '@/ui/page';
import { PasswordField } from '@/ui/password-field';
import { toast } from '@/ui/toast';

export function Login() {
  useFirstForm();
  const { google } = getRouteApi('/open/login').useSearch();
  const person = useSyncExternalStore(lastPerson.subscribe, lastPerson.get, lastPerson.get);
  const [isOther, setOther] = useState(false);
  const hasPasskey = person?.passkey !== undefined;
  return (
    <Page title="Welcome back">
      <BrandMark />
      <FormError>{googleReason(google)}</FormError>
      {person && <Greeting person={person} />}
      {hasPasskey && <PasskeyLogin look="primary" label="Use fingerprint or face" />}
      {hasPasskey && !isOther ? (
        <Button wide look="plain" onClick={() => setOther(true)}>
          Use password
        </Button>
      ) : (
        <MethodChooser label="Log in with">
          {(method) =>
            method === 'email' ? (
              <EmailLogin chosen={isOther} />
            ) : method === 'google' ? (
              <GoogleButton />
            ) : (
              <NumberForm mode={method} page="identity-auth" action="Log in" />
            )
          }
        </MethodChooser>
      )}
      {!hasPasskey && <PasskeyLogin look="link" label="Use a passkey" />}
      <p className="text-center text-sm">
        <span>{'New here? '}</span>
        <Link to="/register" className="inline-block py-3 font-semibold text-accent-text hover:underline">
          Create an account
        </Link>
      </p>
      <Terms />
    </Page>
  );
}

/** `chosen`: with a button, which is gone. */
function EmailLogin({ chosen }: { chosen: boolean }) {
  const router = useRouter();
  const form = useEngineForm('login', {
    defaultValues: { email: '', password: '' },
    keeps: { as: 'login', fields: ['email'] },
  });
  const send = useLogin();
  const { setFocus } = form;
  useEffect(() => {
    if (chosen) setFocus('email');
  }, [chosen, setFocus]);
  return (
    <Form
      onSubmit={form.handleSubmit((values) =>
        send.mutate(values, {
          onSuccess: (href) => router.navigate({ href }),
          // Below the form, not at a field: the message must not reveal which of the two was wrong. (Document 1,
          // section 8.)
          onError: ({ message }) => {
            toast.error(message);
            form.setFormError(message);
          },
        }),
      )}
      action="Log in"
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
      <PasswordField label="Password" error={form.errorOf('password')} {...form.register('password')} />
      <Link
        to="/forgot-password"
        className="flex min-h-11 items-center self-end text-sm font-semibold text-accent-text hover:underline"
      >
        Forgot password?
      </Link>
    </Form>
  );
}
