import { useMutation } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Currency } from '@/payment/types';
import { type Payee, quoteBody } from './flow';

/** Asks the server what an amount costs; the answer is the price the payment is checked against. */
export function useQuote(payee: Payee, currency: Currency) {
  return useMutation({
    mutationFn: async (amount: string) =>
      (await call('POST', '/quotes/transfer', { body: quoteBody(payee, amount, currency) })).data,
    meta: { quiet: true },
  });
}
