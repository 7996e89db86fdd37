import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { listen } from '@/api/realtime';
import { useUser } from '@/api/use-session';
import { useConfiguration } from '@/ui/configuration';
import { accountKeys, transactionKeys } from './queries';
import type { Currency } from './types';
import { useRefreshMoney } from './use-refresh-money';

/** A credit, as the realtime channel reports it. */
export interface Credit {
  net_amount: string;
  currency: Currency;
  reference: string;
}

/** The subject of a channel: one currency, or all coins. */
type Subject = 'ngn' | 'usd' | 'coins';

/** Listens for credits to the user's wallets, and refetches balances and history. */
export function useCredit(subject: Subject, onCredit: (credit: Credit) => void): void {
  const configuration = useConfiguration();
  const uuid = useUser()?.uuid;
  const queries = useQueryClient();
  const refresh = useRefreshMoney();
  const credited = useEffectEvent((credit: Credit) => {
    void refresh();
    onCredit(credit);
  });
  // Credits may have been missed while disconnected. Fresh data is not reloaded.
  const opened = useEffectEvent(() => {
    for (const queryKey of [accountKeys.all, transactionKeys.all])
      void queries.refetchQueries({ queryKey, stale: true, type: 'active' });
  });
  useEffect(() => {
    if (!configuration || uuid === undefined) return;
    const channel = `private-transaction.credit.${subject}.${uuid}`;
    const hear = (payload: unknown) => credited((payload as { trxData: Credit }).trxData);
    return listen(configuration, channel, 'credit.alert', hear, { onOpen: () => opened() });
  }, [configuration, uuid, subject]);
}
