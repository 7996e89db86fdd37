import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
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
import { Username } from '@/ui/username';

/** The fields of the first page; the second has the others, and the third is the code from the email. */
const FIRST = ['name', 'email'] as const;

export function Register() {
  const { step } = useSearch({ strict: false });
  const isSecond = step === 'phone';
  return (
    <Page title="Create your account" back={isSecond ? '/register' : '/login'}>
      <MethodChooser label="Sign up with" chosen={isSecond}>
        {(method) =>
          method === 'email' ? (
            <EmailRegistration isSecond={isSecond} />
          ) : method === 'google' ? (
            <GoogleButton />
          ) : (
            <NumberForm mode={method} page="identity-registration" action="Create account" />
          )
        }
      </MethodChooser>
      {!isSecond && (
        <>
          <p className="text-center text-sm">
            <span>{'Already have an account? '}</span>
            <Link to="/login" className="inline-block py-3 font-semibold text-accent-text hover:underline">
              Log in
            </Link>
          </p>
          <Terms />
        </>
      )}
    </Page>
  );
}

function EmailRegistration({ isSecond }: { isSecond: boolean }) {
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
  const [hasCode, setHasCode] = useState(() => form.getValues('referrer') !== '');
  const send = useRegister();
  const wrong = () => FIRST.find((field) => form.violationOf(field, form.getValues(field)) !== null);
  const go = (step: string, replace = false) => void router.navigate({ href: `/register${step}`, replace });

  // A page that is opened without what belongs before it.
  const arrived = useEffectEvent(() => isSecond && wrong() && go('', true));
  useEffect(() => void arrived(), []);
  const before = useRef(isSecond);
  const turned = useEffectEvent((second: boolean) => {
    const field = second ? 'phone' : (wrong() ?? FIRST.find((one) => form.errorOf(one) !== undefined));
    if (field) form.setFocus(field);
  });
  useEffect(() => {
    if (before.current !== isSecond) turned(isSecond);
    before.current = isSecond;
  }, [isSecond]);

  const next = (event: FormEvent) => {
    event.preventDefault();
    for (const field of FIRST)
      form.setValue(field, form.getValues(field), { shouldValidate: true, shouldTouch: true });
    const field = wrong();
    if (field) form.setFocus(field);
    else go('?step=phone');
  };
  if (!isSecond)
    return (
      <Form onSubmit={next} action="Continue">
        <Steps at={1} />
        <TextField label="Name" autoComplete="name" error={form.errorOf('name')} {...form.register('name')} />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          error={form.errorOf('email')}
          {...form.register('email')}
        />
      </Form>
    );
  const isOfFirst = (field: string) => FIRST.some((first) => first === field);
  return (
    <Form
      onSubmit={form.handleSubmit(
        (values) =>
          send.mutate(values, {
            onSuccess: (href) => {
              forgetOverReloads('register');
              void router.navigate({ href });
            },
            onError: (problem) => {
              form.showProblem(problem);
              if (problem.violations.some(({ field }) => isOfFirst(field))) go('');
            },
          }),
        (errors) => Object.keys(errors).some(isOfFirst) && go(''),
      )}
      action="Create account"
      busy={send.isPending}
      disabled={isTooWeak(password)}
      error={form.formError}
    >
      <Steps at={2} />
      <Username email={email} />
      <PhoneFields form={form} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        onFocus={startEstimator}
        error={form.errorOf('password')}
        {...form.register('password')}
      />
      <StrengthMeter password={password} known={[name, email, brand]} />
      {hasCode || form.errorOf('referrer') ? (
        <TextField
          label="Referral code (optional)"
          autoComplete="off"
          error={form.errorOf('referrer')}
          {...form.register('referrer')}
        />
      ) : (
        <button
          type="button"
          className="min-h-11 self-start text-sm font-semibold text-accent-text"
          onClick={() => {
            flushSync(() => setHasCode(true));
            form.setFocus('referrer');
          }}
        >
          Have a code?
        </button>
      )}
      <Checkbox error={form.errorOf('agreement')} {...form.register('agreement')}>
        <span>{'I agree to the '}</span>
        <TermsLink>terms</TermsLink>
      </Checkbox>
    </Form>
  );
}

const Steps = ({ at }: { at: number }) => <p className="text-sm text-muted">{`Step ${at} of 3`}</p>;
