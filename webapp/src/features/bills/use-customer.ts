import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { Contract } from '@/api/contract';
import { useDebounced } from '@/lib/use-debounced';

type Validated = Contract<'Validated'>;

/** While somebody types on, longer numbers follow shorter ones that are complete as well. */
const PAUSE_MS = 400;

/** Asks whose number it is, as soon as it is complete. */
export function useCustomer(
  number: string,
  isComplete: boolean,
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own key
  ask: (number: string) => UseQueryOptions<Validated, Error, Validated, any>,
) {
  const settled = useDebounced(number, PAUSE_MS);
  const isSettled = settled === number;
  const found = useQuery({ ...ask(settled), enabled: isComplete && isSettled });
  const known = isComplete && isSettled ? found.data : undefined;
  return {
    known,
    asking: isComplete && (!isSettled || found.isFetching),
    error: isComplete && isSettled ? found.error?.message : undefined,
    askAgain: found.refetch,
  };
}
