/**
 * The browser's storage, under the names of the first product. These are display caches: the server decides. Without
 * storage the app is less convenient, but works.
 */
type Key =
  | 'theme'
  | 'view-mode'
  | 'verified'
  | 'uuid'
  | 'active account'
  | 'visibility'
  | 'app config'
  | 'brand colours'
  | 'referrer'
  | 'scores'
  | 'log out first'
  | 'active at'
  | 'address confirmation date'
  | 'tips'
  | 'ended savings'
  | 'chat avatar'
  | 'push'
  | 'last person'
  | 'passkey offer'
  | 'account checks';

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
    // Nothing to do: the value lasts until the page is closed.
  }
}

/** Stored for this tab only, over reloads: the keys of payments whose result is not known yet. */
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
      // The value lasts until the page is closed.
    }
  },
};
