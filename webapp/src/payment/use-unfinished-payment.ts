import { useEffect, useEffectEvent } from 'react';
import { unfinishedPayment } from './send';
import type { Transaction } from './types';

/** After a reload during a payment: finds its outcome, so that the user need not pay again to be sure. */
export function useUnfinishedPayment(onPaid: (transaction: Transaction) => void): void {
  const paid = useEffectEvent(onPaid);
  useEffect(() => {
    let current = true;
    void unfinishedPayment().then((transaction) => {
      if (current && transaction) paid(transaction);
    });
    return () => {
      current = false;
    };
  }, []);
}
