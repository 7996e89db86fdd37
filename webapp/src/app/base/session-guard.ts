import { redirect } from '@tanstack/react-router';
import { restore } from '@/api/client';
import { session } from '@/api/session';
import { evaluate } from '@/engine/entry';
import { withRules } from '@/engine/load';
import { takeWanted, want } from './wanted';

/** The first destination of every sign-in. */
const ARRIVAL = '/dashboard';

/** The part of the router's arguments that is used. */
export interface Asked {
  location: { pathname: string; href: string };
  matches: { routeId: string; staticData: { result?: true } }[];
  /** Preloading: no navigation yet. */
  preload: boolean;
}

const kept = withRules(() => import('../kept/continue'));

/** The session after a reload: the server's, or as long as that does not answer, what this browser has kept of it. */
async function restoredOrContinued(): Promise<void> {
  const restored = restore();
  const keptOrRestored = kept().then(
    ({ continued }) => continued(restored),
    () => restored,
  );
  // An answer ends the wait, whether or not that code has arrived.
  await Promise.race([restored.catch(() => keptOrRestored), keptOrRestored]);
}

/** Evaluates whether the user may open a page, and redirects if not. */
export async function guard({ location, matches, preload }: Asked): Promise<void> {
  if (session.get().state === 'restoring') await restoredOrContinued();
  const now = session.get();
  const user = now.state === 'signed-in' ? now.user : null;
  const { redirect: to } = evaluate('route.guard', {
    path: location.pathname,
    session: user !== null,
    dob: user?.profile.dob ?? null,
    verified: user?.meta.is_verified ?? false,
  });
  if (to !== null) {
    if (user === null && !preload) want(location.href, matches.at(-1));
    throw redirect({ href: to, replace: true });
  }
  // After signing in, continue to the requested page; its own guard decides about it.
  const wanted = user !== null && location.pathname === ARRIVAL && !preload ? takeWanted() : null;
  if (wanted !== null && wanted !== ARRIVAL) throw redirect({ href: wanted, replace: true });
}
