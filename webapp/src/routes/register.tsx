import { Link, useRouter } from '@tanstack/react-router';
import { useEngineForm } from '@/engine/entry';
import { startEstimator } from '@/features/identity/estimator';
import { GoogleButton } from '@/features/identity/google';
import { MethodChooser } from '@/features/identity/method-chooser';
import { useRegister } from '@/features/identity/mutations';
import { NumberForm } from '@/features/identity/number-form';
import { FIRST_DIAL_CODE, PhoneFields } from '@/features/identity/phone-fields';
import { isTooWeak, StrengthMeter } from '@/features/identity/strength-meter';
import { Terms, TermsLink } from '@/features/identity/terms';
import { forgetOverReloads } from '@/lib/kept';
import { readStored } from '@/lib/storage';
import { useBrandName } from '@/ui/configuration';
import { Checkbox, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Page } from '@/ui/page';
import { PasswordField } from '@/ui/password-field';

export function Register() {
  return (
    <Page title="Create your account" back="/login">
      <MethodChooser label="Sign up with">
        {(method) =>
          method === 'email' ? (
            <EmailRegistration />
          ) : method === 'google' ? (
            <GoogleButton />
          ) : (
            <NumberForm mode={method} page="identity-registration" action="Create account" />
          )
        }
      </MethodChooser>
      <p className="text-center text-sm">
        <span>{'Already have an account? '}</span>
        <Link to="/login" className="inline-block py-3 font-semibold text-accent-text hover:underline">
          Log in
        </Link>
      </p>
      <Terms />
    </Page>
  );
}

function EmailRegistration() {
  const router = useRouter();
  const brand = useBrandName();
  const form = useEngineForm('register', {
    defaultValues: {
      name: '',
      email: '',
      dial_code: FIRST_DIAL_CODE,
      phone: '',
      password: '',
      referrer: readStored('referrer') ?? '',
      agreement: false,
    },
    context: { brand },
    keeps: { as: 'register', fields: ['name', 'email', 'dial_code', 'phone', 'referrer', 'agreement'] },
  });
  const [password, name, email] = form.watch(['password', 'name', 'email']);
  const send = useRegister();
  return (
    <Form
      onSubmit={form.handleSubmit((values) =>
        send.mutate(values, {
          onSuccess: (href) => {
            forgetOverReloads('register');
            void router.navigate({ href });
          },
          onError: form.showProblem,
        }),
      )}
      action="Create account"
      busy={send.isPending}
      disabled={isTooWeak(password)}
      error={form.formError}
    >
      <TextField label="Name" autoComplete="name" error={form.errorOf('name')} {...form.register('name')} />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        error={form.errorOf('email')}
        {...form.register('email')}
      />
      <PhoneFields form={form} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        onFocus={startEstimator}
        error={form.errorOf('password')}
        {...form.register('password')}
      />
      <StrengthMeter password={password} known={[name, email, brand]} />
      <TextField
        label="Referral code (optional)"
        autoComplete="off"
        error={form.errorOf('referrer')}
        {...form.register('referrer')}
      />
      <Checkbox error={form.errorOf('agreement')} {...form.register('agreement')}>
        <span>{'I agree to the '}</span>
        <TermsLink>terms</TermsLink>
      </Checkbox>
    </Form>
  );
}
