import { useState } from 'react';
import type { Problem } from '@/api/problem';
import type { PaymentKind } from './kinds';
import { money } from './money';
import { PinField } from './pin-field';
import type { Order } from './send';
import type { Transaction } from './types';
import { usePayment } from './use-payment';

interface Props<K extends PaymentKind> {
  kind: K;
  order: Order<K>;
  /** The total debit, fees included. */
  total: string;
  /** From the complete PIN until the response. */
  onSending: (sending: boolean) => void;
  onPaid: (transaction: Transaction) => unknown;
  onRefused?: (problem: Problem) => unknown;
}

/** The PIN, and then the payment. */
export function PinStage<K extends PaymentKind>(props: Props<K>) {
  const { kind, order, total, onSending, onPaid, onRefused } = props;
  const [pin, setPin] = useState('');
  const { send, checking } = usePayment(kind, {
    onSending,
    onPaid,
    onRefused: (problem) => {
      setPin('');
      return onRefused?.(problem);
    },
  });
  const { isPending, error } = send;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-center">
        <span className="block text-sm text-muted">You are about to pay</span>
        <strong className="figures text-2xl wrap-anywhere">{money(total, order.currency)}</strong>
      </p>
      <PinField
        value={pin}
        disabled={isPending}
        onChange={setPin}
        onWhole={(whole) => {
          if (!isPending) send.mutate({ pin: whole, order });
        }}
        error={error ? error.message || 'Ops, something went wrong!' : undefined}
      />
      <p role="status" className="min-h-6 text-center text-sm text-muted">
        {isPending && (checking ? 'The answer was lost. Checking what became of your payment.' : 'Paying')}
      </p>
    </div>
  );
}
