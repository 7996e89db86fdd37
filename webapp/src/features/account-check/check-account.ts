import { type Remote, wrap } from 'comlink';
import { download } from '@/api/client';
import { evaluate } from '@/engine';
import { now } from '@/lib/clock';
import { scriptUrl } from '@/lib/script-url';
import { readStored, store } from '@/lib/storage';
import type { Checked, Kept, Seal } from './check';
import type { ChangedModule, CheckWorker, Published, SeenModules } from './check.worker';
import workerUrl from './check.worker.ts?worker&url';

/** A user's checks as this browser keeps them: digests, no figures. */
interface KeptChecks {
  /** The time of the last check. */
  at: string;
  seals: Record<string, Kept>;
  modules: SeenModules;
}

export interface Progress {
  /** The name of the month that is being checked. */
  month: string;
  done: number;
  of: number;
  transactions: number;
}

export interface Result {
  months: Checked[];
  changedModules: ChangedModule[];
  /** The time of the check before this one; null for the first in this browser. */
  before: string | null;
  /** Whether this browser keeps the seals. */
  isKept: boolean;
}

function allKept(): Record<string, KeptChecks> {
  try {
    return JSON.parse(readStored('account checks') ?? '{}') as Record<string, KeptChecks>;
  } catch {
    return {};
  }
}

/** The time of a user's last check in this browser. */
export const lastCheck = (user: string): string | null => allKept()[user]?.at ?? null;

async function published(): Promise<Published> {
  const response = await fetch('/.well-known/ajo-rules.json');
  if (!response.ok) throw new Error(`answered with ${response.status}`);
  return (await response.json()) as Published;
}

const monthOf = (month: string | null, today: Date) =>
  evaluate('transaction.month', { month, since: null, now: today.toISOString() });

/** The months from the first one with transactions to the current one. */
function monthsSince(since: string | null, today: Date): { month: string; name: string }[] {
  const months = [];
  for (let at: string | null = since ?? monthOf(null, today).month; at !== null; ) {
    const { month, name, next } = monthOf(at, today);
    months.push({ month, name });
    at = next;
  }
  return months;
}

const answerOf = (month: string, signal: AbortSignal) => download('/decisions', { query: { month }, signal });

/** Checks all months of the signed-in user, in a worker. Throws if an answer is missing or was cut off. */
export async function checkAccount(
  user: string,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Result> {
  const today = now();
  const kept = allKept()[user];
  const worker = new Worker(scriptUrl(workerUrl), { type: 'module' });
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('the worker did not load')));
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  // Whatever is awaited when it fails reports it.
  failed.catch(() => undefined);
  const remote: Remote<CheckWorker> = wrap<CheckWorker>(worker);
  const months: Checked[] = [];
  const whole = async (): Promise<Result> => {
    const { changed, seen } = await Promise.race([failed, remote.modules()]);
    const result: Result = { months, changedModules: changed, before: kept?.at ?? null, isKept: false };
    if (changed.length > 0) return result;
    return { ...result, isKept: keep(user, result, { ...kept?.modules, ...seen }, kept, today) };
  };
  const check = async (month: string, before: Seal | null): Promise<Checked> => {
    const answer = await answerOf(month, signal);
    const asked = { account: user, month, before, kept: kept?.seals[month] };
    return Promise.race([failed, remote.month(answer, asked)]);
  };
  try {
    await Promise.race([failed, remote.begin(await published(), kept?.modules ?? {})]);
    const current = monthOf(null, today).month;
    const newest = await answerOf(current, signal);
    const since = await Promise.race([failed, remote.since(newest)]);
    // A month that was there at an earlier check must be there now.
    const [first] = [since, ...Object.keys(kept?.seals ?? {})].filter((month) => month !== null).sort();
    const wanted = monthsSince(first ?? null, today);
    let before: Seal | null = null;
    let transactions = 0;
    for (const { month, name } of wanted) {
      onProgress({ month: name, done: months.length, of: wanted.length, transactions });
      const checked = await check(month, before);
      months.push(checked);
      before = checked.seal.is_stored ? checked.seal : before;
      transactions += checked.transactions;
    }
    return await whole();
  } catch (error) {
    // Rules that were replaced are the result, not a failure.
    const result = signal.aborted ? undefined : await whole().catch(() => undefined);
    if (result !== undefined && result.changedModules.length > 0) return result;
    throw error;
  } finally {
    worker.terminate();
  }
}

/** Keeps the seals for the next check; whether the browser does. Earlier ones stay where something is wrong. */
function keep(
  user: string,
  { months }: Result,
  modules: SeenModules,
  kept: KeptChecks | undefined,
  at: Date,
): boolean {
  const seals = { ...kept?.seals };
  for (const { month, seal, findings } of months) {
    if (findings.some(({ reference }) => reference === null)) continue;
    const { lines, previous, digest, is_stored } = seal;
    seals[month] = { lines, previous, digest, is_stored };
  }
  const all = { ...allKept(), [user]: { at: at.toISOString(), seals, modules } };
  const text = JSON.stringify(all);
  store('account checks', text);
  return readStored('account checks') === text;
}

/** The seals as a file, for keeping them elsewhere. */
export const sealsFile = (months: readonly Checked[]): Blob =>
  new Blob(
    [
      JSON.stringify(
        months.map(({ seal }) => seal),
        null,
        2,
      ),
    ],
    { type: 'application/json' },
  );
