import { call } from '@/api/client';
import { signOutHere } from '@/api/session';
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
  await call('POST', '/auth/logout').catch(() => undefined);
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
