import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { call } from '@/api/client';
import { session, updateUser } from '@/api/session';
import type { Profile as ProfileFacts } from '@/api/types';
import { evaluate } from '@/engine';
import { useEngineForm } from '@/engine/use-engine-form';
import { me } from '@/features/identity/api';
import { lagosToday } from '@/lib/today';
import { Button, buttonClasses } from '@/ui/button';
import { SelectField, TextField } from '@/ui/field';
import { FormError } from '@/ui/form-error';
import { Card, Page } from '@/ui/page';
import { toast } from '@/ui/toast';

type About = { first_name: string; last_name: string; gender: string; dob: string; about: string };

const GENDERS = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
];

export function Profile() {
  const { page } = getRouteApi('/inside/profile').useSearch();
  const now = useSyncExternalStore(session.subscribe, session.get);
  if (now.state !== 'signed-in') return null;
  const { profile, email } = now.user;
  const { complete } = evaluate('profile.complete', {
    first_name: profile.first_name,
    last_name: profile.last_name,
    dob: profile.dob,
  });
  return (
    <Page title="Profile">
      {page === 'verification' && !complete && (
        <p role="alert" className="flex items-start gap-3 rounded-card bg-sunken p-4 text-sm font-medium">
          <TriangleAlert aria-hidden className="size-5 shrink-0 text-warning" />
          Please complete your profile: your names and your date of birth are needed before you go on.
        </p>
      )}
      <AboutCard profile={profile} email={email} />
      {complete && (
        <Link to="/dashboard" className={buttonClasses('quiet', true)}>
          Done
        </Link>
      )}
    </Page>
  );
}

function AboutCard({ profile, email }: { profile: ProfileFacts; email: string }) {
  const router = useRouter();
  const form = useEngineForm<About>('profile_about', {
    defaultValues: {
      first_name: profile.first_name ?? '',
      last_name: profile.last_name ?? '',
      gender: profile.gender ?? '',
      dob: profile.dob ?? '',
      about: profile.about ?? '',
    },
    context: { today: lagosToday() },
  });
  const save = useMutation({
    mutationFn: async (values: About) => {
      await call('POST', '/profile', { body: values });
      updateUser(await me());
    },
    meta: { quiet: true },
    onSuccess: async () => {
      toast.success('Your profile is saved.');
      await router.navigate({ to: '/dashboard' });
    },
    onError: form.showProblem,
  });
  return (
    <Card>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((values) => save.mutate(values))}
      >
        <h2 className="text-lg font-semibold">About you</h2>
        <TextField
          label="First name"
          autoComplete="given-name"
          error={form.errorOf('first_name')}
          {...form.register('first_name')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          error={form.errorOf('last_name')}
          {...form.register('last_name')}
        />
        <SelectField
          label="Gender"
          placeholder="Please choose"
          options={GENDERS}
          error={form.errorOf('gender')}
          {...form.register('gender')}
        />
        <TextField
          label="Date of birth"
          inputMode="numeric"
          autoComplete="bday"
          placeholder="dd-mm-yyyy"
          hint="Day, month, year: 24-05-1990"
          error={form.errorOf('dob')}
          {...form.register('dob')}
        />
        <TextField label="About (optional)" error={form.errorOf('about')} {...form.register('about')} />
        <TextField label="Email" value={email} readOnly />
        <FormError>{form.formError}</FormError>
        <Button type="submit" wide busy={save.isPending}>
          Save
        </Button>
      </form>
    </Card>
  );
}

export function Success() {
  const { title, message } = getRouteApi('/inside/success').useSearch();
  return (
    <Page title={title ?? 'Success'} quiet>
      <div className="flex grow flex-col items-center justify-center gap-5 text-center">
        <CircleCheck aria-hidden className="size-24 text-positive" />
        <p className="text-xl font-bold">{title ?? 'Success'}</p>
        {message && <p className="text-muted">{message}</p>}
        <Link to="/dashboard" className={buttonClasses('primary', true)}>
          Continue
        </Link>
      </div>
    </Page>
  );
}
