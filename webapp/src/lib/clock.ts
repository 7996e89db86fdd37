import { tab } from './storage';
import { Watched } from './watched';

/** The tolerance for the server's time: a header has whole seconds. */
const SAME_MS = 2000;
/** The last known difference between the server's and the device's clock. */
const AHEAD = 'clock ahead';

let ahead = Number(tab.read(AHEAD)) || 0;

/** A time, and the value of `performance.now()` at it, which advances evenly even if the device's clock is changed. */
let counted: { time: number; at: number } | null = null;

const time = (): number =>
  counted === null ? Date.now() + ahead : counted.time + performance.now() - counted.at;

/** The server's time; the device's, until the first response. */
export const now = (): Date => new Date(time());

/** The number of corrections of the time. */
export const corrections = new Watched(0);

/** Corrects the time from a response to a request sent at `asked`, a value of `performance.now()`. */
export function noteTime(headers: Headers, asked: number): void {
  const serverTime = Date.parse(headers.get('date') ?? '');
  // A cacheable response may have an old time.
  if (Number.isNaN(serverTime) || !headers.get('cache-control')?.includes('no-store')) return;
  const at = performance.now();
  const took = at - asked;
  const known = time();
  const isRight = serverTime - SAME_MS < known && known < serverTime + took + SAME_MS;
  counted = { time: isRight ? known : serverTime + took / 2, at };
  ahead = counted.time - Date.now();
  tab.store(AHEAD, String(ahead));
  if (!isRight) corrections.set(corrections.get() + 1);
}

// `performance.now()` may stop while the device sleeps. Until the next response, the device's clock and its last known
// difference apply.
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') counted = null;
});
