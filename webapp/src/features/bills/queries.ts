import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import { accountKeys } from '@/payment/queries';

/** How much may leave the naira wallet now. Not cached: every payment changes it. */
export const capQuery = queryOptions({
  queryKey: accountKeys.allowance('NGN', 'bills'),
  queryFn: async () => (await call('POST', '/wallet/allowance', { body: { currency: 'NGN' } })).data,
  gcTime: 0,
});
