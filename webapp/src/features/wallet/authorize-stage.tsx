import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/api/client';
import { pay, paymentKey } from '@/api/payment';
import type { Problem } from '@/api/problem';
import { PinField } from '@/ui/pin-field';
import { toast } from '@/ui/toast';
import { paymentOf, quoteBody, type Stage } from './flow';
import { money } from './money';
import type { Quote, Transaction } from './types';

interface Props {
  stage: Extract<Stage, { name: 'authorize' }>;
  /** From the whole PIN until the answer. */
  onSending: (sending: boolean) => void;
  onPaid: (transaction: Transaction) => void;
  onRequoted: (quote: Quote) => void;
}

/** The PIN, and then the payment. The PIN and what it authorises stay in memory. */
export function AuthorizeStage({ stage, onSending, onPaid, onRequoted }: Props) {
  const queries = useQueryClient();
  const [pin, setPin] = useState('');
  const [checking, setChecking] = useState(false);
  const { quote, payee } = stage;
  const payment = paymentOf(stage);

  const send = useMutation({
    mutationFn: async (typed: string) => {
      const confirm = {
        pin: typed,
        currency: quote.currency,
        action: payment.action,
        amount: quote.amount,
        payee: quote.payee,
        idempotency_key: paymentKey(),
      };
      const { data } = await call('POST', '/wallet/pin-confirm', {
        body: confirm,
      });
      return pay(payment, data.authorisation, () => setChecking(true));
    },
    meta: { quiet: true },
    onMutate: () => onSending(true),
    onSettled: () => onSending(false),
    onSuccess: async (transaction) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['accounts'] }),
        queries.invalidateQueries({ queryKey: ['transactions'] }),
        queries.invalidateQueries({ queryKey: ['beneficiaries'] }),
      ]);
      onPaid(transaction);
    },
    onError: async (problem: Problem) => {
      setPin('');
      setChecking(false);
      if (problem.code !== 'quote_changed') return;
      toast.info('The price has changed. Please look at it again.');
      const body = quoteBody(payee, quote.amount, quote.currency);
      onRequoted((await call('POST', '/quotes/transfer', { body })).data);
    },
  });

  return (
    <div className="flex flex-col gap-4">
      <p className="text-center">
        <span className="block text-sm text-muted">You are about to pay</span>
        <strong className="figures text-2xl wrap-anywhere">{money(quote.total, quote.currency)}</strong>
      </p>
      <PinField
        value={pin}
        disabled={send.isPending}
        onChange={setPin}
        onWhole={(whole) => {
          if (!send.isPending) send.mutate(whole);
        }}
        error={send.error ? send.error.message || 'Ops, something went wrong!' : undefined}
      />
      <p role="status" className="min-h-6 text-center text-sm text-muted">
        {send.isPending &&
          (checking ? 'The answer was lost. Checking what became of your payment.' : 'Paying')}
      </p>
    </div>
  );
}
