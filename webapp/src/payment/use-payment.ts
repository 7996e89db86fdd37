import { useMutation } from '@tanstack/react-query';
import { useContext, useEffect, useRef, useState } from 'react';
import { call } from '@/api/client';
import { Problem } from '@/api/problem';
import { lineIsBack } from '@/lib/online';
import { SheetOpen } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import type { PaymentKind } from './kinds';
import { type AwaitedPlan, isAwaited, type Order, pay, paymentKey } from './send';
import type { Transaction } from './types';
import { useRefreshMoney } from './use-refresh-money';

interface Answers {
  /** True from the moment something is sent until the response, or until the screen may be left. */
  onSending: (sending: boolean) => void;
  /** True from the moment something is sent until the response. */
  onPending?: ((pending: boolean) => void) | undefined;
  onPaid: (transaction: Transaction) => unknown;
  /** A plan was started, and awaits money from a card or a bank. */
  onAwaited?: ((plan: AwaitedPlan) => unknown) | undefined;
  /** The price has changed: fetches and shows the new one, or leads back to the stage that does. */
  requote?: (() => unknown) | undefined;
  /** Called for every refusal. True if the screen itself shows the change: then the price is not fetched again. */
  onRefused?: ((problem: Problem) => unknown) | undefined;
  /** Whether the screen may be left during a slow response: the result is shown elsewhere. */
  mayLeave?: boolean | undefined;
}

/** The state of a payment. */
export type Progress =
  | 'nothing'
  /** Offline, and nothing was sent. */
  | 'offline'
  | 'paying'
  /** The PIN was right, and the payment is on its way. */
  | 'validated'
  /** The response is slow: the screen may be left. */
  | 'slow'
  /** The response was lost. */
  | 'checking';

/** Whether a response is pending. */
export const isUnderWay = (progress: Progress): boolean =>
  progress === 'paying' || progress === 'validated' || progress === 'slow';

/** People become uneasy after this long. */
const SLOW_MS = 4000;

/** The first calls over a restored connection may still fail. */
const RETRIES = 3;
const RETRY_AFTER_MS = 700;

export const PRICE_CHANGED = 'The price has changed. Please review it again.';
const NOT_REACHED = "We couldn't reach the server. Nothing was paid.";

/** Confirms a payment: the PIN, or a passkey in its place. */
export type Proof = { pin: string } | 'passkey';

/**
 * Exchanges the PIN once there is a connection. No payment is sent without the authorisation, so the exchange can be
 * repeated.
 */
async function authorise<K extends PaymentKind>(
  kind: K,
  proof: Proof,
  { body: request, currency, amount, payee }: Order<K>,
  { signal, onOffline, onSent }: { signal: AbortSignal; onOffline: () => void; onSent: () => void },
): Promise<string> {
  let retries = 0;
  for (;;) {
    if (!navigator.onLine) {
      onOffline();
      retries = RETRIES;
    }
    await lineIsBack(signal);
    const payment = { currency, action: kind, amount, payee, idempotency_key: paymentKey(), request };
    try {
      if (proof === 'passkey') {
        const { authoriseWithPasskey } = await import('@/api/passkey');
        const authorisation = await authoriseWithPasskey(payment);
        // The screen may have been left while the device asked.
        signal.throwIfAborted();
        onSent();
        return authorisation;
      }
      onSent();
      const body = { ...proof, ...payment };
      return (await call('POST', '/wallet/pin-confirm', { body })).data.authorisation;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!error.lost) throw error.or('Ops, something went wrong!');
      if (navigator.onLine && retries === 0) throw new Problem({ ...error, message: NOT_REACHED });
      retries -= 1;
      await new Promise((later) => setTimeout(later, RETRY_AFTER_MS));
    }
  }
}

/** The user has left the payment, and nothing was sent. */
const givenUp = () => new Problem({ status: 0, code: 'given_up', message: '' });

/**
 * Sends payments of a kind. The PIN is exchanged for an authorisation of exactly this amount to this payee, with which the
 * payment is sent once. Both stay in memory.
 */
export function usePayment<K extends PaymentKind>(kind: K, answers: Answers) {
  const { onSending, onPending, onPaid, onAwaited, requote, onRefused, mayLeave = false } = answers;
  const refresh = useRefreshMoney();
  const [progress, setProgress] = useState<Progress>('nothing');
  // A screen left while offline sends nothing later, nor does a sheet while it slides away.
  const isOpen = useContext(SheetOpen);
  const screen = useRef(new AbortController());
  useEffect(() => {
    if (!isOpen) return;
    screen.current = new AbortController();
    const { current } = screen;
    return () => current.abort(givenUp());
  }, [isOpen]);
  const send = useMutation({
    mutationFn: async ({ proof, order }: { proof: Proof; order: Order<K> }) => {
      let slow: ReturnType<typeof setTimeout> | undefined;
      const wait = (now: Progress) => {
        clearTimeout(slow);
        setProgress(now);
        onSending(now !== 'offline');
        onPending?.(now !== 'offline');
        if (mayLeave && now !== 'offline') {
          slow = setTimeout(() => {
            setProgress((before) => (isUnderWay(before) ? 'slow' : before));
            onSending(false);
          }, SLOW_MS);
        }
      };
      try {
        const authorisation = await authorise(kind, proof, order, {
          signal: screen.current.signal,
          onOffline: () => wait('offline'),
          onSent: () => wait('paying'),
        });
        setProgress((before) => (before === 'paying' ? 'validated' : before));
        return await pay(kind, order, authorisation, () => wait('checking'));
      } finally {
        clearTimeout(slow);
      }
    },
    meta: { quiet: true, silent: true },
    onSettled: () => {
      setProgress('nothing');
      onSending(false);
      onPending?.(false);
    },
    onSuccess: async (answer) => {
      await refresh();
      await (isAwaited(answer) ? onAwaited?.(answer) : onPaid(answer));
    },
    onError: async (problem: Problem) => {
      if (problem.code === 'given_up') return;
      const isShown = (await onRefused?.(problem)) === true;
      if (isShown || problem.code !== 'quote_changed' || !requote) return;
      toast.info(PRICE_CHANGED);
      try {
        await requote();
      } catch (failure) {
        toast.error(failure instanceof Problem ? failure.message : String(failure));
      }
    },
  });
  return { send, progress };
}
