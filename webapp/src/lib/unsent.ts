import { tab } from './storage';

/**
 * Unsent text, by conversation. It survives a reload of this tab, and is forgotten when the user signs out or another
 * one signs in.
 */
interface Unsent {
  owner: string;
  rooms: Record<string, Record<string, unknown>>;
}

const STORED = 'unsent';

function stored(): Unsent | null {
  try {
    return JSON.parse(tab.read(STORED) ?? 'null') as Unsent | null;
  } catch {
    return null;
  }
}

/** Keeps the unsent texts of this user only. */
export function unsentBelongsTo(owner: string): void {
  if (stored()?.owner !== owner) tab.store(STORED, JSON.stringify({ owner, rooms: {} }));
}

export const forgetUnsent = (): void => tab.store(STORED, null);

export const unsentOf = <T>(room: string, name: string, first: T): T =>
  (stored()?.rooms[room]?.[name] as T | undefined) ?? first;

/** Stores a value; nothing is stored while signed out. */
export function keepUnsent(room: string, name: string, value: unknown): void {
  const unsent = stored();
  if (!unsent) return;
  unsent.rooms[room] = { ...unsent.rooms[room], [name]: value };
  tab.store(STORED, JSON.stringify(unsent));
}
