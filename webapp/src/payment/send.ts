import { call } from '@/api/client';
import type { BodyOf, Contract, PathFor } from '@/api/contract';
import { noAnswer, Problem, type ProblemCode } from '@/api/problem';
import { lineIsBack } from '@/lib/online';
import { tab } from '@/lib/storage';
import type { PaymentKind } from './kinds';
import type { Currency, Transaction } from './types';

/**
 * A payment is sent under a key that is created before the first try and stored, over reloads, until the result is
 * known. A lost response is looked up by that key: a second payment is never sent.
 */
const STORED = 'payment-key';

/** The key of the payment under review: the same until the payment has a result. */
export function paymentKey(): string {
  const kept = tab.read(STORED);
  if (kept !== null) return kept;
  const key = crypto.randomUUID();
  tab.store(STORED, key);
  return key;
}

/** Call when the payment has a result, or was abandoned before it was sent. */
export const forgetPayment = (): void => tab.store(STORED, null);

/** Forgets this payment, unless another one has replaced it meanwhile. */
function forget(key: string): void {
  if (tab.read(STORED) === key) forgetPayment();
}

const PATHS = {
  withdraw: '/withdraw',
  wallet_transfer: '/wallet/transfer',
  address_verification: '/verify/address',
  airtime: '/vas/airtime',
  data: '/vas/data',
  cable: '/vas/cable',
  power: '/vas/power',
  sell: '/sell',
  send: '/send',
  exchange: '/convert',
  alert_subscription: '/alerts/subscribe',
  savings_start: '/plans/subscribe',
  savings_pay: '/savings/pay',
  group_join: '/plans/join',
  loan_request: '/plans/subscribe',
  loan_repay: '/loans/repay',
  coins_start: '/plans/subscribe',
} as const satisfies Record<PaymentKind, PathFor<'POST'>>;

type Paths = typeof PATHS;

interface Bodies {
  withdraw: BodyOf<'POST', Paths['withdraw']>;
  wallet_transfer: BodyOf<'POST', Paths['wallet_transfer']>;
  address_verification: BodyOf<'POST', Paths['address_verification']>;
  airtime: BodyOf<'POST', Paths['airtime']>;
  data: BodyOf<'POST', Paths['data']>;
  cable: BodyOf<'POST', Paths['cable']>;
  power: BodyOf<'POST', Paths['power']>;
  sell: BodyOf<'POST', Paths['sell']>;
  send: BodyOf<'POST', Paths['send']>;
  exchange: BodyOf<'POST', Paths['exchange']>;
  alert_subscription: BodyOf<'POST', Paths['alert_subscription']>;
  savings_start: BodyOf<'POST', Paths['savings_start']>;
  savings_pay: BodyOf<'POST', Paths['savings_pay']>;
  group_join: BodyOf<'POST', Paths['group_join']>;
  loan_request: BodyOf<'POST', Paths['loan_request']>;
  loan_repay: BodyOf<'POST', Paths['loan_repay']>;
  coins_start: BodyOf<'POST', Paths['coins_start']>;
}

/** A reviewed payment: the request body, and what the PIN authorises. */
export interface Order<K extends PaymentKind> {
  body: Bodies[K];
  currency: Currency;
  amount: string;
  /** The server's name for the payee. */
  payee: string;
}

/** A plan that was started with the PIN and awaits money from a card or a bank. */
export type AwaitedPlan = Contract<'PlanSubscription'>;

export const isAwaited = (answer: Transaction | AwaitedPlan): answer is AwaitedPlan =>
  'awaits_payment' in answer;

/** The server's stored response to the lost request. */
interface Remembered {
  data?: Transaction | AwaitedPlan;
  message?: string;
  code?: ProblemCode;
}

/** (Document 2, section 8.) */
const FAILED = 'Something went wrong';

const ASK_EVERY_MS = 1500;
const ASK_TIMES = 20;

/** Sends a payment and waits until its outcome is known. `onChecking` is called if the response was lost. */
export async function pay<K extends PaymentKind>(
  kind: K,
  order: Pick<Order<K>, 'body'>,
  authorisation: string,
  onChecking: () => void,
): Promise<Transaction | AwaitedPlan> {
  const key = paymentKey();
  const path: Paths[PaymentKind] = PATHS[kind];
  const body: Bodies[PaymentKind] = order.body;
  const headers = { 'idempotency-key': key, 'x-pin-authorisation': authorisation };
  try {
    const { data } = await call('POST', path, { body, headers });
    forget(key);
    return data;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // A refusal is a result. The outcome is unknown only without a response, or after a server error.
    if (!error.lost && error.status < 500 && error.code !== 'operation_running') {
      forget(key);
      throw error.or(FAILED);
    }
    onChecking();
    return outcome(key);
  }
}

/** Polls the outcome of a key until it is known. */
async function outcome(key: string): Promise<Transaction | AwaitedPlan> {
  for (let asked = 0; asked < ASK_TIMES; asked += 1) {
    await new Promise((later) => setTimeout(later, ASK_EVERY_MS));
    await lineIsBack();
    const operation = await call('GET', '/operations/{key}', { path: { key }, passive: true }).then(
      ({ data }) => data,
      () => null,
    );
    if (operation?.state === 'unknown') {
      // The server had not seen the key and has now cancelled it: nothing was paid, and nothing will be under this key.
      forget(key);
      throw new Problem({
        status: 0,
        code: 'not_sent',
        message: 'The payment did not reach us. Nothing was charged.',
      });
    }
    if (operation?.state === 'done') {
      forget(key);
      const answer = operation.answer as Remembered | undefined;
      const status = operation.status ?? 500;
      if (status < 400 && answer?.data !== undefined) return answer.data;
      throw new Problem({
        status,
        code: answer?.code ?? 'failed',
        message: answer?.message ?? FAILED,
      });
    }
  }
  throw noAnswer();
}

/** The payment that was in flight when the page was left; null if there was none, or nothing was paid. */
export async function unfinishedPayment(): Promise<Transaction | null> {
  const key = tab.read(STORED);
  const answer = key === null ? null : await outcome(key).catch(() => null);
  // A plan awaiting its money is shown among the user's plans.
  return answer === null || isAwaited(answer) ? null : answer;
}
