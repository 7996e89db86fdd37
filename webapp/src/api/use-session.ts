import { useSyncExternalStore } from 'react';
import { type SessionState, session } from './session';
import type { User } from './types';

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.get);

/** The signed-in user, or null. */
export function useUser(): User | null {
  const now = useSession();
  return now.state === 'signed-in' ? now.user : null;
}
