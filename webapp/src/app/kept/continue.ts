import { Problem } from '@/api/problem';
import { resume, session } from '@/api/session';
import { readStored } from '@/lib/storage';
import { queryClient } from '../base/queries';
import { keptSession, putBack } from './answers';

/** From then on a page shows what was kept: its answer is still to come. */
const SLOW_MS = 1_000;

const later = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(resolve, ms, false));

/**
 * Waits until the server has restored the session. On a slow line, or without one, goes on with what this browser has
 * kept of it; the server's answers replace that as they arrive.
 */
export async function continued(restored: Promise<void>): Promise<void> {
  const slow = later(SLOW_MS);
  const isLost = (error: unknown) => error instanceof Problem && error.lost;
  const done = restored.then(
    () => true,
    (error: unknown) => {
      if (isLost(error)) return false;
      throw error;
    },
  );
  if (await Promise.race([done, slow])) {
    // The session is confirmed; its figures may take as long.
    void slow.then(fillIn);
    return;
  }
  // Leaving comes first.
  const kept = readStored('log out first') === null ? await keptSession() : null;
  if (kept === null || session.get().state !== 'restoring') return restored;
  putBack(kept, queryClient);
  resume(kept.user);
}

async function fillIn(): Promise<void> {
  const kept = await keptSession();
  const current = session.get();
  if (kept && current.state === 'signed-in' && current.user.uuid === kept.user.uuid)
    putBack(kept, queryClient);
}
