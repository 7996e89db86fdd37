import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract, DataOf } from '@/api/contract';
import { rateKeys } from '@/payment/queries';
import type { Currency } from '@/payment/types';

export type ConversionTerms = DataOf<'GET', '/convert/terms'>;
/** A quoted conversion, and the moment of its receipt, of `performance.now()`. */
export type ConversionQuote = Contract<'ConversionQuote'> & { received_at: number };

/** The wallet that pays, and the one that receives. */
export interface Pair {
  from: Currency;
  to: Currency;
}

/** The current rates and spread. They are requested again when the sheet opens. */
export const conversionTermsQuery = queryOptions({
  queryKey: [...rateKeys.all, 'conversions'] as const,
  queryFn: async () => (await call('GET', '/convert/terms', { passive: true })).data,
  gcTime: 0,
});
