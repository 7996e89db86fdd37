import { forgetKept, takeOverUpdate } from '@/lib/kept';
import { rememberPerson } from '@/lib/last-person';
import { storeScore } from '@/lib/scores';
import { readStored, store } from '@/lib/storage';
import { forgetUnsent, unsentBelongsTo } from '@/lib/unsent';
import { emptyVault } from '@/lib/vault';
import { Watched } from '@/lib/watched';
import type { Session, User } from './types';

/**
 * The signed-in user and the bearer token. The token is held in memory only; after a reload the server's HttpOnly
 * cookie restores the session.
 */
export type SessionState =
  | { state: 'restoring' }
  | { state: 'signed-out' }
  | { state: 'signed-in'; user: User };

export const session = new Watched<SessionState>({
  state: readStored('uuid') === null && readStored('log out first') === null ? 'signed-out' : 'restoring',
});

let token: string | null = null;

export const accessToken = (): string | null => token;

export function signIn(answer: Session): void {
  const { access_token, token_expires_at: _, idle_at: _idle, scores, ...user } = answer;
  token = access_token;
  // A renewed token is the same user.
  if (session.get().state !== 'signed-in') {
    forgetKept();
    takeOverUpdate(user.uuid);
  }
  unsentBelongsTo(user.uuid);
  // A stored value of another user must not be shown to this one.
  if (readStored('uuid') !== user.uuid) {
    store('scores', null);
    emptyVault();
  }
  store('uuid', user.uuid);
  rememberPerson(user.uuid, user.profile.first_name ?? user.name, user.email);
  store('verified', String(user.meta.is_verified));
  storeScore('onboarding', scores);
  store('log out first', null);
  session.set({ state: 'signed-in', user });
}

/** Updates the signed-in user. */
export function updateUser(user: User): void {
  const now = session.get();
  if (now.state === 'signed-in') session.set({ ...now, user });
}

/** Replaces a part of the signed-in user with what the server has now. */
export function updatePart(part: Partial<Pick<User, 'profile' | 'settings'>>): void {
  const now = session.get();
  if (now.state === 'signed-in') updateUser({ ...now.user, ...part });
}

export function signOutHere(): void {
  store('uuid', null);
  store('verified', null);
  store('scores', null);
  store('chat avatar', null);
  leaveTab();
}

/** Continues a session as this browser remembers it, until the server has confirmed it: there is no token yet. */
export function resume(user: User): void {
  takeOverUpdate(user.uuid);
  session.set({ state: 'signed-in', user });
}

/** Ends the session in this tab only; storage is left to the other tabs. */
export function leaveTab(): void {
  token = null;
  forgetKept();
  forgetUnsent();
  emptyVault();
  session.set({ state: 'signed-out' });
}
