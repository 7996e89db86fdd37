import { redirect } from '@tanstack/react-router';
import { restore } from '@/api/client';
import { session } from '@/api/session';
import { evaluate } from '@/engine';

/** Asks the rules whether a page is open to whoever is here; answers where to go instead. */
export async function guard(path: string): Promise<void> {
  if (session.get().state === 'restoring') await restore();
  const now = session.get();
  const user = now.state === 'signed-in' ? now.user : null;
  const { redirect: to } = evaluate('route.guard', {
    path,
    session: user !== null,
    dob: user?.profile.dob ?? null,
    verified: user?.meta.is_verified ?? false,
  });
  if (to !== null) throw redirect({ href: to, replace: true });
}
