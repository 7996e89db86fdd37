const told = new Set<string>();

/**
 * Whether this is the first announcement of something. A credit arrives over the realtime channel and as a push message,
 * in any order, and is announced once.
 */
export function firstTelling(subject: string): boolean {
  if (told.has(subject)) return false;
  told.add(subject);
  return true;
}
