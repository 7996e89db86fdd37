import { useWatched } from '@/lib/use-watched';
import { type SessionState, session } from './session';
import type { User } from './types';

export const useSession = (): SessionState => useWatched(session);

/** The signed-in user, or null. */
export function useUser(): User | null {
  const now = useSession();
  return now.state === 'signed-in' ? now.user : null;
}
