import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { transactionsQuery } from './queries';
import type { Currency } from './types';
import { type Credit, useCredit } from './use-credit';

const LOOK_EVERY_MS = 5000;
const CHANNELS = { NGN: 'ngn', USD: 'usd' } as Partial<Record<Currency, 'ngn' | 'usd'>>;

/**
 * Calls back once when a transfer arrives in a currency while the page is open: over the realtime channel, and by polling
 * the history in case the channel is down.
 */
export function useFunded(currency: Currency, onFunded: (credit: Credit) => void): void {
  const reported = useRef(false);
  const known = useRef<string | null | undefined>(undefined);
  const tell = (credit: Credit) => {
    if (reported.current) return;
    reported.current = true;
    onFunded(credit);
  };
  useCredit(CHANNELS[currency] ?? 'coins', tell);

  const { data } = useQuery({
    ...transactionsQuery({ category: 'funding' }),
    refetchInterval: LOOK_EVERY_MS,
  });
  const polled = useEffectEvent((rows: Credit[]) => {
    const newest = rows.find((row) => row.currency === currency);
    // Transfers from before the page opened do not count.
    if (known.current === undefined) known.current = newest?.reference ?? null;
    else if (newest && newest.reference !== known.current) tell(newest);
  });
  useEffect(() => {
    if (data) polled(data.data);
  }, [data]);
}
