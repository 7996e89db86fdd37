import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listen } from '@/api/realtime';
import type { AppConfiguration } from '@/api/types';
import { transactionsQuery } from './queries';
import type { Currency, Transaction } from './types';

export interface Credit {
  net_amount: string;
  currency: Currency;
  reference: string;
}

const LOOK_EVERY_MS = 5000;

/**
 * Tells once when money arrives in a currency while the page is open: over the realtime channel, and, in case the
 * channel is down, by looking at the history now and then.
 */
export function useCreditAlert(
  configuration: AppConfiguration | undefined,
  uuid: string,
  currency: Currency,
  onCredit: (credit: Credit) => void,
): void {
  const queries = useQueryClient();
  const told = useRef(false);
  const known = useRef<string | null | undefined>(undefined);
  const latest = useRef(onCredit);
  latest.current = onCredit;

  const tell = useRef((credit: Credit) => {
    if (told.current) return;
    told.current = true;
    void queries.invalidateQueries({ queryKey: ['accounts'] });
    latest.current(credit);
  });

  useEffect(() => {
    if (!configuration) return;
    const channel = `private-transaction.credit.${currency.toLowerCase()}.${uuid}`;
    return listen(configuration, channel, 'credit.alert', (payload) => {
      tell.current((payload as { trxData: Credit }).trxData);
    });
  }, [configuration, uuid, currency]);

  const history = useQuery({ ...transactionsQuery({ category: 'funding' }), refetchInterval: LOOK_EVERY_MS });
  useEffect(() => {
    const newest: Transaction | undefined = history.data?.data.find((row) => row.currency === currency);
    if (!history.isSuccess) return;
    // What was there on arrival is no news.
    if (known.current === undefined) known.current = newest?.reference ?? null;
    else if (newest && newest.reference !== known.current) tell.current(newest);
  }, [history.data, history.isSuccess, currency]);
}
