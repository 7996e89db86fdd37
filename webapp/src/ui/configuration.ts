import { useQuery } from '@tanstack/react-query';
import { configurationQuery } from '@/api/configuration';
import type { Contract } from '@/api/contract';
import type { AppConfiguration } from '@/api/types';

/** The tenant's name, logo and switches, once loaded. */
export const useConfiguration = (): AppConfiguration | undefined =>
  useQuery({ ...configurationQuery, enabled: false }).data;

/** Services that a server may lack. */
export type Service =
  | 'bills'
  | 'cards'
  | 'mandates'
  | 'coins'
  | 'coin_transfers'
  | 'coin_sets'
  | 'signals'
  | 'exchange_keys'
  | 'identity';

/**
 * Whether any of the given services is available. All are until the configuration has loaded, so that nothing flickers.
 */
export function useServices(): (...services: readonly Service[]) => boolean {
  const configuration = useConfiguration();
  return (...services) => services.some((service) => configuration?.[service] ?? true);
}

/** The currencies that the brand serves, apart from coins; none until the configuration has loaded. */
export const useServed = (): readonly Contract<'Currency'>[] => useConfiguration()?.currencies ?? [];

/** An entry of a list, and its services, of which it needs one. */
interface Entry {
  label: string;
  needs?: readonly Service[];
}

/** The entries whose services are available. */
export function useOffered<Listed extends Entry>(entries: readonly Listed[]): Listed[] {
  const has = useServices();
  return entries.filter(({ needs }) => !needs || has(...needs));
}

/** The tenant's name, which new passwords are checked against. */
export const useBrandName = (): string | null => useConfiguration()?.name ?? null;

/** The tenant's name in a sentence. */
export const useProductName = (): string => useBrandName() ?? 'Ajo';
