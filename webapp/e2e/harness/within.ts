/** As long as ending a browser, a profile or a server may take. */
export const END_MS = 20_000;

/**
 * Waits for what ends something, though not for ever: vitest puts no limit on it, and one browser that does not answer
 * any more would hold up all journeys after it. Answers whether it ended; the worker's own end takes the rest with it.
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
