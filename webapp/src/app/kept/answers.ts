import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { session } from '@/api/session';
import type { Profile, User } from '@/api/types';
import { evaluate } from '@/engine';
import { now } from '@/lib/clock';
import { readStored } from '@/lib/storage';
import { emptyVault } from '@/lib/vault';
import { seal, unseal } from './sealed';

/** Values that open something by themselves: a meter, a device's push messages. They are kept nowhere. */
const LEFT_OUT = ['token', 'fcm_token'];

/** The kept part of a session. */
interface Kept {
  user: User;
  answers: { key: QueryKey; data: unknown; at: number }[];
}

/** Several answers arrive together. */
const WRITTEN_AFTER_MS = 500;

/** Of the profile, pages need the name, and the date of birth to open at all. The rest is not kept. */
const NOT_KEPT = {
  gender: null,
  about: null,
  phone: null,
  address: null,
  landmark: null,
  lga: null,
  city: null,
  state: null,
  postal_code: null,
  country: null,
  latitude: null,
  longitude: null,
} satisfies Partial<Profile>;

/** As text that is parsed again: without the values that are left out. */
const cleaned = (kept: Kept): Kept =>
  JSON.parse(JSON.stringify(kept, (name, value) => (LEFT_OUT.includes(name) ? null : value)));

const keptOf = (user: User, queries: QueryClient): Kept => ({
  user: { ...user, phone: '', profile: { ...user.profile, ...NOT_KEPT } },
  answers: queries
    .getQueryCache()
    .findAll({ predicate: ({ meta, state }) => meta?.kept === true && state.data !== undefined })
    .map(({ queryKey, state }) => ({ key: queryKey, data: state.data, at: state.dataUpdatedAt })),
});

/** Keeps each newer answer until the session ends. */
export function keepAnswers(queries: QueryClient): void {
  let isDue = false;
  const write = () => {
    isDue = false;
    // Together they make a page: one of them alone would be moved by the others.
    if (queries.isFetching() > 0) return writeSoon();
    const current = session.get();
    if (current.state !== 'signed-in') return;
    const { user } = current;
    const isWanted = () => session.get().state === 'signed-in' && readStored('uuid') === user.uuid;
    if (isWanted()) seal(cleaned(keptOf(user, queries)), isWanted).catch(() => undefined);
  };
  const writeSoon = () => {
    if (!isDue) setTimeout(write, WRITTEN_AFTER_MS);
    isDue = true;
  };
  queries.getQueryCache().subscribe((event) => {
    // Not those that are put back.
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) writeSoon();
  });
  writeSoon();
}

/** Whether the session has ended meanwhile, by the time of the last activity on this device. */
function isOver(): boolean {
  try {
    const last_activity = readStored('active at') ?? '';
    return evaluate('session.warning', { last_activity, now: now().toISOString() }).look_again_ms === 0;
  } catch {
    return true;
  }
}

/** The session as it was kept; null if there is none, if it is over, or if it is another user's. */
export async function keptSession(): Promise<Kept | null> {
  if (isOver()) {
    emptyVault();
    return null;
  }
  const kept = (await unseal()) as Kept | null;
  return kept !== null && kept.user.uuid === readStored('uuid') ? kept : null;
}

/** Puts answers back where the server has not answered yet. They are requested again, however new they are. */
export function putBack({ answers }: Kept, queries: QueryClient): void {
  for (const { key, data, at } of answers) {
    if (queries.getQueryData(key) !== undefined) continue;
    queries.setQueryData(key, data, { updatedAt: at });
    void queries.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
  }
}
