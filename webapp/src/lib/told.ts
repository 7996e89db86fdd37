const told = new Set<string>();

/**
 * Whether this is the first time that the page tells of something. A credit comes over the realtime channel and as a
 * push message, in any order, and is told once.
 */
export function firstTelling(subject: string): boolean {
  if (told.has(subject)) return false;
  told.add(subject);
  return true;
}
