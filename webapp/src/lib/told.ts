const announced = new Set<string>();

/**
 * Whether this is the first announcement of something. A credit arrives over the realtime channel and as a push message,
 * in any order, and is announced once.
 */
export function firstTelling(subject: string): boolean {
  if (announced.has(subject)) return false;
  announced.add(subject);
  return true;
}
