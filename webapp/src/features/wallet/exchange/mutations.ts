import { useMutation } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { BodyOf } from '@/api/contract';
import type { ConversionQuote } from './queries';

/** Asks for the proceeds of a conversion; the rate holds for some seconds from the receipt of the response. */
export const useConversionQuote = () =>
  useMutation({
    mutationFn: async (body: BodyOf<'POST', '/quotes/convert'>): Promise<ConversionQuote> => {
      const { data } = await call('POST', '/quotes/convert', { body });
      return { ...data, received_at: performance.now() };
    },
    // Only a question to the server: the screen shows the result.
    meta: { quiet: true, silent: true },
  });
