import { useQuery } from '@tanstack/react-query';
import type { AppConfiguration } from '@/api/types';

/** The tenant's name, logo and switches, once the app has asked for them. */
export const useConfiguration = (): AppConfiguration | undefined =>
  useQuery<AppConfiguration>({ queryKey: ['app-configuration'], enabled: false }).data;
