import { tab } from '@/lib/storage';
import { call } from './client';
import { noAnswer, Problem } from './problem';

/**
 * A payment is sent under a key that is made before the first try and kept, over reloads, until an answer is known.
 * A lost answer is asked for by that key: a second payment is never sent.
 */
const STORED = 'payment-key';

/** The key of the payment under review: the same one until the payment has an answer. */
export function paymentKey(): string {
  const kept = tab.read(STORED);
  if (kept !== null) return kept;
  const key = crypto.randomUUID();
  tab.store(STORED, key);
  return key;
}

/** The payment has an answer, or was given up before it was sent. */
export const forgetPayment = (): void => tab.store(STORED, null);

/** Forgets this payment, unless another one has taken its place meanwhile. */
function forget(key: string): void {
  if (tab.read(STORED) === key) forgetPayment();
}

interface Operation<T> {
  state: 'unknown' | 'running' | 'done';
  status?: number;
  answer?: { data?: T; message?: string; code?: string; violations?: [] };
}

const ASK_EVERY_MS = 1500;
const ASK_TIMES = 20;

/** Sends a payment, and stays with it until its answer is known. `onChecking` is told when the answer was lost. */
export async function pay<T>(
  path: string,
  body: unknown,
  authorisation: string,
  onChecking: () => void,
): Promise<T> {
  const key = paymentKey();
  const headers = { 'idempotency-key': key, 'x-pin-authorisation': authorisation };
  try {
    const { data } = await call<T>('POST', path, { body, headers });
    forget(key);
    return data;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // A refusal is an answer. Whether anything happened is open only without one, or when the server broke.
    if (!error.lost && error.status < 500 && error.code !== 'still_running') {
      forget(key);
      throw error;
    }
    onChecking();
    return outcome<T>(key);
  }
}

/** Asks what became of a key until it is known. */
async function outcome<T>(key: string): Promise<T> {
  for (let asked = 0; asked < ASK_TIMES; asked += 1) {
    await new Promise((later) => setTimeout(later, ASK_EVERY_MS));
    const operation = await call<Operation<T>>('GET', `/operations/${key}`, { passive: true }).then(
      ({ data }) => data,
      () => null,
    );
    if (operation?.state === 'unknown') {
      // The server has never seen it: nothing was paid, and nothing will be under this key.
      forget(key);
      throw new Problem({
        status: 0,
        code: 'not_sent',
        message: 'The payment did not reach us. Nothing was charged.',
      });
    }
    if (operation?.state === 'done') {
      forget(key);
      const { status = 500, answer } = operation;
      if (status < 400 && answer?.data !== undefined) return answer.data;
      throw new Problem({
        status,
        code: answer?.code ?? 'failed',
        message: answer?.message ?? 'Something went wrong',
      });
    }
  }
  throw noAnswer();
}

/** What became of the payment that was under way when the page was left; null when none was, or nothing was paid. */
export async function unfinishedPayment<T>(): Promise<T | null> {
  const key = tab.read(STORED);
  return key === null ? null : outcome<T>(key).catch(() => null);
}
