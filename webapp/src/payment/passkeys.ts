import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';
import { evaluate } from '@/engine';
import { lastPerson } from '@/lib/last-person';
import type { PaymentKind } from './kinds';
import type { Currency } from './types';

/** The user's passkeys, and the limit for payments with them. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'] as const,
  queryFn: async () => (await call('GET', '/account/passkeys', { passive: true })).data,
});

interface Asked {
  kind: PaymentKind;
  currency: Currency;
  amount: string;
}

const covers = (
  { limit, limit_set_at, spent }: Contract<'Passkeys'>,
  { added_at }: Contract<'PasskeyEntry'>,
  { kind, currency, amount }: Asked,
): boolean => {
  const cover = evaluate('passkey.covers', {
    action: kind,
    currency,
    amount,
    spent,
    limit,
    limit_set_at,
    passkey_added_at: added_at,
  });
  return cover.covered === true;
};

/**
 * Whether a passkey authorises the payment in place of the PIN; undefined until that is known. Requested only in a browser
 * with a passkey.
 */
export function usePasskeyCovers(asked: Asked): boolean | undefined {
  const person = useSyncExternalStore(lastPerson.subscribe, lastPerson.get);
  const passkey = person?.passkey;
  const { data, error } = useQuery({ ...passkeysQuery, enabled: passkey !== undefined });
  if (passkey === undefined || error) return false;
  return data?.passkeys.some(
    (one) => one.is_here && one.credential_id === passkey && covers(data, one, asked),
  );
}
