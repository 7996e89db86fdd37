import { call } from '@/api/client';
import { signOutHere } from '@/api/session';
import { unsubscribe } from '@/features/settings/push';
import { toast } from '@/ui/toast';
import { queryClient } from './queries';
import { router } from './router';

const REDIRECT_MS = 900;

/** Forgets the person on this device and shows the sign-in page. */
function forget(): void {
  signOutHere();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'app-configuration' });
  void router.navigate({ href: '/login' });
}

/** The person signs out. Offline too: the server's session ends by itself three minutes later. */
export async function logOut(): Promise<void> {
  // What the server was not told of, the browser ends by itself: who has left is told nothing more.
  await call('POST', '/auth/logout').catch(() => unsubscribe().catch(() => undefined));
  forget();
}

let leaving = false;

/** The server says `Unauthenticated.`: it is shown, and 0.9 s later the sign-in page. */
export function sessionEnded(message = 'Unauthenticated.'): void {
  if (leaving) return;
  leaving = true;
  toast.info(message);
  setTimeout(() => {
    leaving = false;
    forget();
  }, REDIRECT_MS);
}
