import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';
import { evaluate } from '@/engine';

export type Referral = Contract<'Referral'>;

const LOOK_EVERY_MS = 30_000;

/** What came of one's code. Looked at now and then, in case the realtime channel is down. */
export const referralQuery = queryOptions({
  queryKey: ['referral'],
  queryFn: async () => (await call('GET', '/referral', { passive: true })).data,
  refetchInterval: LOOK_EVERY_MS,
});

/** The link to hand on, and where to: made here, so that they can be shared without a connection. */
export const linkOf = (code: string) => evaluate('referral.link', { origin: location.origin, code });
