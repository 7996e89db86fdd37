import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';
import { evaluate } from '@/engine';
import type { Currency } from '@/payment/types';
import { useServices } from '@/ui/configuration';
import { coinPrice } from './price';
import { coinKeys } from './queries';

/** (Document 2, section 9.) */
const EVERY_MS = 60_000;

/** The quote currency. */
const PRICED_IN = 'USDT';

const pricesQuery = (pairs: string[]) =>
  queryOptions({
    queryKey: coinKeys.prices(pairs),
    queryFn: async () => (await call('POST', '/prices', { body: { pairs }, passive: true })).data,
    refetchInterval: EVERY_MS,
    // Without pairs there is nothing to request. (Document 2, section 7.)
    enabled: pairs.length > 0,
  });

/** Coins are the currencies that cannot be sent to banks. */
const isCoin = (currency: Currency): boolean => !evaluate('wallet.ways', { currency }).send_bank;

/** The price of one coin of a wallet; renders nothing for other wallets, and while the market is unavailable. */
export function CoinWorth({ currency }: { currency: Currency }) {
  const has = useServices();
  const pairs = has('coins') && currency !== PRICED_IN && isCoin(currency) ? [`${currency}${PRICED_IN}`] : [];
  const { data: [found] = [] } = useQuery(pricesQuery(pairs));
  if (!found) return null;
  return <p className="figures text-sm">{`1 ${currency} = ${coinPrice(found.price)} ${PRICED_IN}`}</p>;
}
