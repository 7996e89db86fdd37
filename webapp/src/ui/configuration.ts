import { useQuery } from '@tanstack/react-query';
import { configurationQuery } from '@/api/configuration';
import type { AppConfiguration } from '@/api/types';

/** The tenant's name, logo and switches, once loaded. */
export const useConfiguration = (): AppConfiguration | undefined =>
  useQuery({ ...configurationQuery, enabled: false }).data;

/** The tenant's name, which new passwords are checked against. */
export const useBrandName = (): string | null => useConfiguration()?.name ?? null;

/** The tenant's name in a sentence. */
export const useProductName = (): string => useBrandName() ?? 'Ajo';
