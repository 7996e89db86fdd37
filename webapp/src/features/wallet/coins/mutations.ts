import { useMutation } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { BodyOf } from '@/api/contract';

/** Only a question to the server: the screen shows the result. */
const meta = { quiet: true, silent: true } as const;

/** Asks for the proceeds of selling coins; the price holds for some seconds from the receipt of the response. */
export const useSaleQuote = () =>
  useMutation({
    mutationFn: async (body: BodyOf<'POST', '/quotes/sell'>) => {
      const { data } = await call('POST', '/quotes/sell', { body });
      return { ...data, received_at: performance.now() };
    },
    meta,
  });

/** Asks for the cost of sending coins, and for warnings. */
export const useSendingQuote = () =>
  useMutation({
    mutationFn: async (body: BodyOf<'POST', '/quotes/send'>) =>
      (await call('POST', '/quotes/send', { body })).data,
    meta,
  });
