import { useMutation } from '@tanstack/react-query';
import { call } from '@/api/client';

/** What is entered before the review. */
export interface Draft {
  network: string;
  phone: string;
  amount: string;
}

export const NO_DRAFT: Draft = { network: 'mtn', phone: '', amount: '' };

/** Asks the server what a top-up costs; the answer is the price the payment is checked against. */
export const useAirtimeQuote = () =>
  useMutation({
    mutationFn: async (body: Draft & { confirm: boolean }) =>
      (await call('POST', '/quotes/airtime', { body })).data,
    meta: { quiet: true, silent: true },
  });
