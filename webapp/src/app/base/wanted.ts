import { tab } from '@/lib/storage';

const STORED = 'wanted';

/** The part of a route match that decides whether its page is kept. */
interface Place {
  routeId: string;
  staticData: { result?: true };
}

/**
 * Remembers the requested page of a visitor who has to sign in first. It is stored in this tab and never in a URL,
 * because anybody can write a link. Only pages of our own count, and no result pages.
 */
export function want(href: string, place: Place | undefined): void {
  const inside = place?.routeId.startsWith('/inside/') && !place.staticData.result;
  tab.store(STORED, inside ? href : null);
}

export const wantNothing = (): void => tab.store(STORED, null);

/** The page that was requested before signing in; returned once. */
export function takeWanted(): string | null {
  const kept = tab.read(STORED);
  wantNothing();
  if (kept === null || !URL.canParse(kept, location.origin)) return null;
  const { origin, pathname, search } = new URL(kept, location.origin);
  return origin === location.origin ? pathname + search : null;
}
