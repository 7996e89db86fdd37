import { useMutation } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { BodyOf } from '@/api/contract';

/** Only a question to the server: the screen shows the result. */
const meta = { quiet: true, silent: true } as const;

/** Asks what coins would be sold for; the price holds for some seconds from the receipt of the answer. */
export const useSaleQuote = () =>
  useMutation({
    mutationFn: async (body: BodyOf<'POST', '/quotes/sell'>) => {
      const { data } = await call('POST', '/quotes/sell', { body });
      return { ...data, received_at: performance.now() };
    },
    meta,
  });

/** Asks what it costs to send coins, and what to look at before. */
export const useSendingQuote = () =>
  useMutation({
    mutationFn: async (body: BodyOf<'POST', '/quotes/send'>) =>
      (await call('POST', '/quotes/send', { body })).data,
    meta,
  });
