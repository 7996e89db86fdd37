import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '@/api/types';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine';
import { ReferralTeaser } from '@/features/community/teaser';
import { AboutCard } from '@/features/identity/about-card';
import { AddressCard } from '@/features/identity/address-card';
import { Avatar } from '@/features/identity/avatar';
import { isComplete } from '@/features/identity/complete';
import { LocationCard } from '@/features/identity/location-card';
import { useOwnProfile } from '@/features/identity/own-profile';
import { buttonClasses } from '@/ui/button';
import { Columns } from '@/ui/columns';
import { Drawing } from '@/ui/drawing';
import { Page } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';
import { FirstProfile } from './first-profile';
import { Outcome } from './outcome';

type Part = 'about' | 'address';

export function Profile() {
  const isLoading = useOwnProfile();
  const { page } = getRouteApi('/inside/profile').useSearch();
  const user = useUser();
  // The state on arrival: saving completes the profile.
  const [isFirst] = useState(user !== null && !isComplete(user));
  if (!user) return null;
  if (isFirst)
    return (
      <Page title="Almost there">
        {isLoading ? <ListSkeleton /> : <FirstProfile user={user} wanted={page === 'verification'} />}
      </Page>
    );
  return (
    <Page title="Profile" wide>
      {isLoading ? <ListSkeleton /> : <Cards user={user} />}
    </Page>
  );
}

function Cards({ user }: { user: User }) {
  const { edit, session: part } = getRouteApi('/inside/profile').useSearch();
  const [editing, setEditing] = useState<Part | null>(() => {
    if (edit === 'true') return part === 'address' ? 'address' : 'about';
    return null;
  });
  const saved = (words: string) => {
    toast.success(words);
    setEditing(null);
  };
  return (
    <>
      <Columns
        first={
          <>
            <Avatar user={user} />
            <AboutCard
              user={user}
              editing={editing === 'about'}
              onEdit={() => setEditing('about')}
              onSaved={() => saved('Your profile is saved.')}
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
      <Link to="/dashboard" className={buttonClasses('quiet', true)}>
        Done
      </Link>
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
