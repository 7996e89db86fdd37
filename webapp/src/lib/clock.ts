import { tab } from './storage';
import { Watched } from './watched';

/** What the server's time may differ by and still be the same: a header tells whole seconds. */
const SAME_MS = 2000;
/** How far the server is ahead of the device's clock, as this tab last knew. */
const AHEAD = 'clock ahead';

let ahead = Number(tab.read(AHEAD)) || 0;

/** A time, and the page's own count of milliseconds at it: that goes on evenly, whatever is done to the device's clock. */
let counted: { time: number; at: number } | null = null;

const time = (): number =>
  counted === null ? Date.now() + ahead : counted.time + performance.now() - counted.at;

/** The time as the server has it; as the device has it, until the server was heard. */
export const now = (): Date => new Date(time());

/** How often the time was put right. */
export const corrections = new Watched(0);

/** Puts the time right by an answer to a question of the moment `asked`, which `performance.now()` told. */
export function noteTime(headers: Headers, asked: number): void {
  const told = Date.parse(headers.get('date') ?? '');
  // Whatever a cache may keep tells the time of another day.
  if (Number.isNaN(told) || !headers.get('cache-control')?.includes('no-store')) return;
  const at = performance.now();
  const took = at - asked;
  const known = time();
  const isRight = told - SAME_MS < known && known < told + took + SAME_MS;
  counted = { time: isRight ? known : told + took / 2, at };
  ahead = counted.time - Date.now();
  tab.store(AHEAD, String(ahead));
  if (!isRight) corrections.set(corrections.get() + 1);
}

// The count may stand still while the device sleeps. What was known of its clock counts until the next answer.
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') counted = null;
});
