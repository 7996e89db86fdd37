import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { PathFor } from '@/api/contract';
import type { Problem } from '@/api/problem';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine/later';
import { toast } from '@/ui/toast';
import type { BillKind, Bodies } from './kinds';
import { billKeys } from './queries';

const PATHS = {
  airtime: '/quotes/airtime',
  data: '/quotes/data',
  cable: '/quotes/cable',
  power: '/quotes/power',
} as const satisfies Record<BillKind, PathFor<'POST'>>;

/** Requests the price of a bill, against which the payment is checked. */
export function useBillQuote(kind: BillKind) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Bodies[BillKind]) => {
      const path: (typeof PATHS)[BillKind] = PATHS[kind];
      return (await call('POST', path, { body })).data;
    },
    meta: { quiet: true, silent: true },
    onError: ({ code }: Problem) => {
      // The price has changed or the validation is used up: the displayed data is fetched again.
      if (code === 'quote_changed' || code === 'validation_spent') {
        void queries.invalidateQueries({ queryKey: billKeys.all });
      }
    },
  });
}

/** Whether the user may buy; informs users who may not. */
export function useMayBuy(kind: BillKind): () => boolean {
  const restricted = useUser()?.restricted ?? true;
  return () => {
    const amount = '0';
    const asked = { kind, amount, balance: amount, currency: 'NGN' as const, restricted };
    const [refusal] = evaluate('bill.check', asked).violations;
    if (refusal?.code === 'not_allowed') toast.info(refusal.message);
    return refusal?.code !== 'not_allowed';
  };
}
