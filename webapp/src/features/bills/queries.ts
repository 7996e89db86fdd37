import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';

/** How much may leave the naira wallet now. Not cached: every payment changes it. */
export const capQuery = queryOptions({
  queryKey: ['allowance', 'NGN', 'bills'],
  queryFn: async () => (await call('POST', '/wallet/allowance', { body: { currency: 'NGN' } })).data,
  gcTime: 0,
});
