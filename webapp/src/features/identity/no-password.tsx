import { useSyncExternalStore } from 'react';
import { session } from '@/api/session';

/** Whether there is a password to ask for. */
export function useHasPassword(): boolean {
  const now = useSyncExternalStore(session.subscribe, session.get);
  return now.state === 'signed-in' && now.user.has_password;
}

/** Instead of a question for a password that nobody has set. */
export function NoPassword() {
  return (
    <p role="alert" className="text-sm font-medium">
      This needs a password, and your account has none yet. Set one in the settings, under Security, and come
      back here. Whoever logs in with a BVN or NIN can also log out, log in again, and set a first PIN right
      after that.
    </p>
  );
}
