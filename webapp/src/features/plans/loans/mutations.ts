import { useMutation } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { BodyOf } from '@/api/contract';

/** Asks what repaying a loan from the wallet costs. */
export const useLoanQuote = () =>
  useMutation({
    mutationFn: async (body: BodyOf<'POST', '/quotes/loan'>) =>
      (await call('POST', '/quotes/loan', { body })).data,
    meta: { quiet: true, silent: true },
  });
