import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import { updateUser } from '@/api/session';
import type { Fields } from '@/engine/use-engine-form';
import { toast } from '@/ui/toast';
import { signalKeys } from './queries';

/** Requests the price of a month of signals, against which the payment is checked. */
export const useAlertQuote = () =>
  useMutation({
    mutationFn: async () => (await call('POST', '/quotes/alerts')).data,
    meta: { quiet: true, silent: true },
  });

/** Refreshes the user, whose data has the paid period's end, and the signals, which are sent from now on. */
export function useAfterSubscribing(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const { data } = await call('GET', '/auth/me', { passive: true });
    updateUser(data);
    await queries.invalidateQueries({ queryKey: signalKeys.predictions });
  };
}

/** Refetches strategies after a change. */
function useStrategiesAgain() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: signalKeys.strategies });
}

/** Saves a new strategy, or changes the one with this identifier. */
export function useSaveStrategy(id: string | null) {
  const again = useStrategiesAgain();
  return useMutation({
    mutationFn: (body: Fields<'strategy'>) =>
      id === null
        ? call('POST', '/strategies', { body })
        : call('PUT', '/strategies/{id}', { path: { id }, body }),
    meta: { quiet: true, silent: true },
    onSuccess: async () => {
      await again();
      toast.success('Strategy saved');
    },
  });
}

export function useToggleStrategy(id: string) {
  const again = useStrategiesAgain();
  return useMutation({
    mutationFn: () => call('POST', '/strategies/{id}/toggle', { path: { id } }),
    meta: { silent: true },
    onSuccess: again,
  });
}

export function useDeleteStrategy(id: string) {
  const again = useStrategiesAgain();
  return useMutation({
    mutationFn: () => call('DELETE', '/strategies/{id}', { path: { id } }),
    meta: { silent: true },
    onSuccess: async () => {
      await again();
      toast.success('Strategy deleted');
    },
  });
}
