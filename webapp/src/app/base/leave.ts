import { endSession } from '@/api/client';
import { configurationKeys } from '@/api/configuration';
import { leaveTab, session, signOutHere } from '@/api/session';
import { readStored } from '@/lib/storage';
import { toast } from '@/ui/toast';
import type { router as Router } from '../router';
import { queryClient } from './queries';
import { want, wantNothing } from './wanted';

const REDIRECT_MS = 900;

/** Set at the start. An import would make visitors load the chunk that contains the shell. */
let router: typeof Router;

export function leaveThrough(given: typeof Router): void {
  router = given;
}

/** Forgets the user on this device and shows the sign-in page. */
function forget(): void {
  signOutHere();
  showLogin();
}

function showLogin(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== configurationKeys.all[0] });
  void router.navigate({ href: '/login' });
}

/** Signs out, whether or not the server can be reached. */
export async function logOut(): Promise<void> {
  // If the server does not know, the browser unsubscribes itself: no push messages after signing out.
  if (!(await endSession()))
    await import('@/features/settings/push').then(({ unsubscribe }) => unsubscribe()).catch(() => undefined);
  wantNothing();
  forget();
}

/** Signing out in one tab signs out the others; so does signing in as another user. */
export function followOtherTabs(): void {
  addEventListener('storage', () => {
    const now = session.get();
    if (now.state !== 'signed-in' || readStored('uuid') === now.user.uuid) return;
    leaveTab();
    wantNothing();
    showLogin();
  });
}

let leaving = false;

/** The session has ended: shows the message and, 0.9 s later, the sign-in page, which leads back here. */
export function sessionEnded(message = 'You were signed out.'): void {
  if (leaving) return;
  leaving = true;
  toast.info(message);
  setTimeout(() => {
    leaving = false;
    const { location, matches } = router.state;
    want(location.href, matches.at(-1));
    forget();
  }, REDIRECT_MS);
}
