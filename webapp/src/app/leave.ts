import { endSession } from '@/api/client';
import { leaveTab, session, signOutHere } from '@/api/session';
import { unsubscribe } from '@/features/settings/push';
import { readStored } from '@/lib/storage';
import { toast } from '@/ui/toast';
import { queryClient } from './queries';
import { router } from './router';
import { want, wantNothing } from './wanted';

const REDIRECT_MS = 900;

/** Forgets the person on this device and shows the sign-in page. */
function forget(): void {
  signOutHere();
  showLogin();
}

function showLogin(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'app-configuration' });
  void router.navigate({ href: '/login' });
}

/** The person signs out, whether or not the server can be told at once. */
export async function logOut(): Promise<void> {
  // What the server was not told of, the browser ends by itself: who has left is told nothing more.
  if (!(await endSession())) await unsubscribe().catch(() => undefined);
  wantNothing();
  forget();
}

/** Who signs out in one tab has left the others as well; so has whoever was there before somebody else signed in. */
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

/** The server says `Unauthenticated.`: it is shown, and 0.9 s later the sign-in page, from where one comes back. */
export function sessionEnded(message = 'Unauthenticated.'): void {
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
