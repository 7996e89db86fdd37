/**
 * The browser's storage, by the names the first product used. They are display caches: the server decides.
 * A browser that forbids storage loses comfort, nothing else.
 */
type Key =
  | 'theme'
  | 'view-mode'
  | 'verified'
  | 'uuid'
  | 'active account'
  | 'visibility'
  | 'app config'
  | 'referrer'
  | 'scores'
  | 'log out first'
  | 'active at'
  | 'address confirmation date'
  | 'tour'
  | 'chat avatar'
  | 'push';

export function readStored(key: Key): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: Key, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing to do: the value holds until the page is left.
  }
}

/** Kept for this tab only, over reloads: the keys of payments whose answer is not known yet. */
export const tab = {
  read(key: string): string | null {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  store(key: string, value: string | null): void {
    try {
      if (value === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, value);
    } catch {
      // As above.
    }
  },
};
