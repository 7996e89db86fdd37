import { useEffect, useEffectEvent } from 'react';
import { unfinishedPayment } from './send';
import type { Transaction } from './types';

/** After a reload in the middle of a payment: finds out what became of it, so that nobody pays twice to be sure. */
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
