/** Time limit for closing a browser, a profile or a server. */
export const END_MS = 20_000;

/**
 * Waits for something to close, up to a limit: vitest sets none, and one unresponsive browser would hold up all later
 * journeys. Returns whether it closed; the worker's exit ends the rest.
 */
export async function within(what: string, ending: Promise<unknown>, limitMs = END_MS): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((done) => {
    timer = setTimeout(() => done(false), limitMs);
  });
  const ended = await Promise.race([ending.then(() => true), late]).finally(() => clearTimeout(timer));
  if (!ended) console.warn(`${what} did not end within ${limitMs} ms, and is left`);
  return ended;
}
