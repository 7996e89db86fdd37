import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/api/client';
import { Problem } from '@/api/problem';
import type { PaymentKind } from './kinds';
import { type Order, pay, paymentKey } from './send';
import type { Transaction } from './types';
import { useRefreshMoney } from './use-refresh-money';

interface Answers {
  /** From the complete PIN until the response. */
  onSending: (sending: boolean) => void;
  onPaid: (transaction: Transaction) => unknown;
  onRefused?: ((problem: Problem) => unknown) | undefined;
}

/** Before the PIN is authorised no payment is sent. */
function notSent(error: unknown): never {
  if (!(error instanceof Problem) || !error.lost) throw error;
  const message = "We couldn't reach the server. Nothing was paid.";
  throw new Problem({ status: error.status, code: error.code, message });
}

/**
 * Sends payments of a kind. The PIN is exchanged for an authorisation of exactly this amount to this payee, with which the
 * payment is sent once. Both stay in memory.
 */
export function usePayment<K extends PaymentKind>(kind: K, { onSending, onPaid, onRefused }: Answers) {
  const refresh = useRefreshMoney();
  const [checking, setChecking] = useState(false);
  const send = useMutation({
    mutationFn: async ({ pin, order }: { pin: string; order: Order<K> }) => {
      const { currency, amount, payee } = order;
      const body = {
        pin,
        currency,
        action: kind,
        amount,
        payee,
        idempotency_key: paymentKey(),
      };
      const { data } = await call('POST', '/wallet/pin-confirm', { body }).catch(notSent);
      return pay(kind, order, data.authorisation, () => setChecking(true));
    },
    meta: { quiet: true, silent: true },
    onMutate: () => onSending(true),
    onSettled: () => onSending(false),
    onSuccess: async (transaction) => {
      await refresh();
      await onPaid(transaction);
    },
    onError: async (problem: Problem) => {
      setChecking(false);
      await onRefused?.(problem);
    },
  });
  return { send, checking };
}
