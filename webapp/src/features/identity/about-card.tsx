import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '@/api/types';
import { useEngineForm } from '@/engine/use-engine-form';
import { namePartsOf } from '@/lib/name-parts';
import { useToday } from '@/lib/today';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { AboutFields, GENDERS, NameFields } from './about-fields';
import { useSaveProfile } from './mutations';
import { ProfileCard, Rows } from './profile-card';

interface Props {
  user: User;
  editing: boolean;
  onEdit: () => void;
  onSaved: () => void;
}

/** Name, gender and date of birth. */
export function AboutCard({ user, editing, onEdit, onSaved }: Props) {
  const { profile, email } = user;
  return (
    <ProfileCard title="About you" editing={editing} onEdit={onEdit}>
      {editing ? (
        <AboutForm user={user} onSaved={onSaved} />
      ) : (
        <>
          <Rows
            rows={[
              ['First name', profile.first_name],
              ['Last name', profile.last_name],
              ['Gender', GENDERS.find(({ value }) => value === profile.gender)?.label],
              ['Date of birth', profile.dob],
              ['About', profile.about],
              ['Email', email],
              ['Phone', profile.phone],
            ]}
          />
          {!user.meta.phone_verified && (
            <p className="text-sm">
              {profile.phone && <span>{'Your phone number is not confirmed yet. '}</span>}
              <Link to="/otp-page" className="inline-block py-1 font-semibold text-accent-text underline">
                {profile.phone ? 'Confirm or change it' : 'Add your phone number'}
              </Link>
            </p>
          )}
        </>
      )}
    </ProfileCard>
  );
}

interface FormProps {
  user: User;
  /** Asks a newcomer for the rest alone; the name is shown, and can be changed. */
  brief?: boolean;
  onSaved: () => void;
}

export function AboutForm({ user, brief = false, onSaved }: FormProps) {
  const { profile, email, name } = user;
  // Without a profile, the values entered at sign-up.
  const { first_name, last_name } = profile.first_name || profile.last_name ? profile : namePartsOf(name);
  const form = useEngineForm('profile_about', {
    defaultValues: {
      first_name: first_name ?? '',
      last_name: last_name ?? '',
      gender: profile.gender ?? '',
      dob: profile.dob ?? '',
      about: profile.about ?? '',
    },
    context: { today: useToday() },
  });
  const save = useSaveProfile();
  const [isNaming, setNaming] = useState(false);
  const isNameWrong = form.errorOf('first_name') ?? form.errorOf('last_name');
  const isNamed = brief && !isNaming && first_name && last_name && !isNameWrong;
  return (
    <Form
      onSubmit={form.handleSubmit((values) =>
        save.mutate(values, { onSuccess: onSaved, onError: form.showProblem }),
      )}
      action={brief ? 'Continue' : 'Save'}
      busy={save.isPending}
      error={form.formError}
    >
      {isNamed ? (
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="min-w-0 grow basis-40">
            <span className="block text-sm text-muted">Name</span>
            <span className="block font-semibold wrap-anywhere">{`${first_name} ${last_name}`}</span>
          </span>
          <Button
            look="quiet"
            aria-label="Change name"
            onClick={() => {
              flushSync(() => setNaming(true));
              form.setFocus('first_name');
            }}
          >
            Change
          </Button>
        </p>
      ) : (
        <NameFields form={form} own proven={profile.proven} />
      )}
      <AboutFields form={form} own proven={profile.proven} />
      {!brief && (
        <>
          <TextField label="About (optional)" error={form.errorOf('about')} {...form.register('about')} />
          {email && <TextField label="Email" value={email} readOnly />}
        </>
      )}
    </Form>
  );
}
