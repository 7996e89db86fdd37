import { useEffect, useEffectEvent } from 'react';
import { listen } from '@/api/realtime';
import { useUser } from '@/api/use-session';
import { useConfiguration } from '@/ui/configuration';
import type { Currency } from './types';
import { useRefreshMoney } from './use-refresh-money';

/** A credit, as the realtime channel reports it. */
export interface Credit {
  net_amount: string;
  currency: Currency;
  reference: string;
}

/** Listens for credits to one of the user's wallets, and refetches balances and history. */
export function useCredit(currency: Currency, onCredit: (credit: Credit) => void): void {
  const configuration = useConfiguration();
  const uuid = useUser()?.uuid;
  const refresh = useRefreshMoney();
  const credited = useEffectEvent((credit: Credit) => {
    void refresh();
    onCredit(credit);
  });
  useEffect(() => {
    if (!configuration || uuid === undefined) return;
    const channel = `private-transaction.credit.${currency.toLowerCase()}.${uuid}`;
    return listen(configuration, channel, 'credit.alert', (payload) =>
      credited((payload as { trxData: Credit }).trxData),
    );
  }, [configuration, uuid, currency]);
}
