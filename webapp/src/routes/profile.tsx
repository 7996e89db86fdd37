import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine';
import { ReferralTeaser } from '@/features/community/teaser';
import { AboutCard } from '@/features/identity/about-card';
import { AddressCard } from '@/features/identity/address-card';
import { Avatar } from '@/features/identity/avatar';
import { LocationCard } from '@/features/identity/location-card';
import { useOwnProfile } from '@/features/identity/own-profile';
import { buttonClasses } from '@/ui/button';
import { Columns } from '@/ui/columns';
import { useServices } from '@/ui/configuration';
import { Drawing } from '@/ui/drawing';
import { Warning } from '@/ui/notice';
import { Page } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';
import { Outcome } from './outcome';

type Part = 'about' | 'address';

export function Profile() {
  const isLoading = useOwnProfile();
  return (
    <Page title="Profile" wide>
      {isLoading ? <ListSkeleton /> : <Cards />}
    </Page>
  );
}

function Cards() {
  const { page, edit, session: part } = getRouteApi('/inside/profile').useSearch();
  const router = useRouter();
  const user = useUser();
  const has = useServices();
  const { complete } = evaluate('profile.complete', {
    first_name: user?.profile.first_name ?? null,
    last_name: user?.profile.last_name ?? null,
    dob: user?.profile.dob ?? null,
  });
  const [editing, setEditing] = useState<Part | null>(() => {
    if (edit === 'true') return part === 'address' ? 'address' : 'about';
    return complete ? null : 'about';
  });
  // The state on arrival: saving completes the profile.
  const [arrivedIncomplete] = useState(!complete);
  if (!user) return null;
  const saved = (words: string) => {
    toast.success(words);
    setEditing(null);
  };
  return (
    <>
      {page === 'verification' && !complete && (
        <Warning role="alert">
          Please complete your profile: your names and your date of birth are needed before you continue.
        </Warning>
      )}
      <Columns
        first={
          <>
            <Avatar user={user} />
            <AboutCard
              user={user}
              editing={editing === 'about'}
              onEdit={() => setEditing('about')}
              onSaved={() => {
                saved('Your profile is saved.');
                // New users continue with the onboarding questions, which can be skipped.
                if (arrivedIncomplete && has('coin_sets')) void router.navigate({ to: '/questions' });
              }}
            />
          </>
        }
        second={
          <>
            <AddressCard
              user={user}
              editing={editing === 'address'}
              wanted={edit === 'true' && part === 'address'}
              onEdit={() => setEditing('address')}
              onSaved={() => saved('Your address is saved.')}
            />
            <LocationCard user={user} />
          </>
        }
      />
      {complete && (
        <Link to="/dashboard" className={buttonClasses('quiet', true)}>
          Done
        </Link>
      )}
    </>
  );
}

/**
 * The messages by the key in the address. The address contains no text: anyone could write it, and it would look like
 * ours.
 */
const DONE: Record<string, string> = {
  cautious: 'You are careful with your money: plans that preserve its value suit you.',
  balanced: 'You want your money to grow, without too many surprises.',
  adventurous: 'You accept ups and downs for the chance that your money grows.',
  answered: 'Your answers are saved.',
};

export function Success() {
  const { done = '', next, ...payment } = getRouteApi('/inside/success').useSearch();
  if (payment.reference !== undefined) return <Outcome asked={payment} next="/transaction" />;
  const { to } = evaluate('route.next', { next: next ?? null });
  const message = Object.hasOwn(DONE, done) ? DONE[done] : undefined;
  const title = message ? 'Thank you' : 'Success';
  return (
    <Page title={title} quiet>
      <div className="flex grow flex-col items-center justify-center gap-5 text-center">
        <Drawing of="done" drawn />
        <p className="text-xl font-bold">{title}</p>
        {message && <p className="text-muted">{message}</p>}
        <ReferralTeaser look="primary" />
        <Link to={to} className={buttonClasses('quiet', true)}>
          Skip
        </Link>
      </div>
    </Page>
  );
}
