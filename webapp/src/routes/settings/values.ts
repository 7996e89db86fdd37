import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useUser } from '@/api/use-session';
import { doneOf } from '@/features/identity/person-card';
import { isPinSet, pinStatusQuery } from '@/features/identity/pin';
import { type Verification, verificationOf } from '@/features/identity/verification';
import { isOn } from '@/features/settings/push';
import { autoSaveOf, channelsQuery, ownSettingsQuery } from '@/features/settings/queries';
import { autoTradeQuery } from '@/features/signals/auto-trade-queries';
import { useAutoTradeOffered } from '@/features/signals/subscription';
import { beneficiariesQuery } from '@/features/wallet/queries';
import { useServices } from '@/ui/configuration';
import { theme } from '@/ui/theme';
import type { PageName } from './places';

/** The user's verification; undefined until its data has loaded. */
export function useVerification(): Verification | undefined {
  const user = useUser();
  const pins = useQuery(pinStatusQuery);
  const accounts = useQuery(beneficiariesQuery());
  const provable = useServices()('identity');
  if (!user || !pins.data || !accounts.data) return undefined;
  return verificationOf(user, pins.data.NGN, accounts.data.total, provable);
}

export const verificationWords = (verification: Verification): string =>
  `${doneOf(verification)} of ${verification.steps.length}`;

export const savedWords = (accounts: { total: number } | undefined): string | undefined =>
  accounts && `${accounts.total} saved`;

const switchWords = (what: string, on: boolean | undefined): string | undefined =>
  on === undefined ? undefined : `${what} ${on ? 'on' : 'off'}`;

/** The present values of the pages, as the list shows them. */
export function useValues(): Partial<Record<PageName, string | undefined>> {
  const user = useUser();
  const verification = useVerification();
  const accounts = useQuery(beneficiariesQuery());
  const pins = useQuery(pinStatusQuery);
  const channels = useQuery(channelsQuery);
  const own = useQuery(ownSettingsQuery);
  const trades = useAutoTradeOffered();
  const trading = useQuery({ ...autoTradeQuery, enabled: trades });
  const dark = useSyncExternalStore(theme.subscribe, theme.get) === 'dark';
  const told = channels.data?.filter(({ is_on }) => is_on).length;
  const pushed = user !== null && isOn(user.settings.fcm_token) ? 1 : 0;
  return {
    profile: verification && verificationWords(verification),
    banks: savedWords(accounts.data),
    security: pins.data && (isPinSet(pins.data.NGN) ? 'PIN set' : 'No PIN yet'),
    notifications: told === undefined ? undefined : told + pushed > 0 ? `${told + pushed} on` : 'Off',
    saving: switchWords('Auto save', own.data && autoSaveOf(own.data) !== undefined),
    trading: trades ? switchWords('Auto trade', trading.data?.is_on) : undefined,
    appearance: dark ? 'Dark' : 'Light',
  };
}
