import { useQuery } from '@tanstack/react-query';
import { configurationQuery } from '@/api/configuration';
import type { AppConfiguration } from '@/api/types';

/** The tenant's name, logo and switches, once the app has asked for them. */
export const useConfiguration = (): AppConfiguration | undefined =>
  useQuery({ ...configurationQuery, enabled: false }).data;

/** The tenant's name: new passwords are judged with it. */
export const useBrandName = (): string | null => useConfiguration()?.name ?? null;
