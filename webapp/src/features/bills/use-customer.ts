import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '@/lib/use-debounced';
import { customerQuery } from './queries';

/** While the user keeps typing, longer numbers follow shorter ones that are complete as well. */
const PAUSE_MS = 400;

/** Looks up the holder of a smart card or meter as soon as the number is complete. */
export function useCustomer(kind: 'cable' | 'power', service: string, number: string, isComplete: boolean) {
  const settled = useDebounced(number, PAUSE_MS);
  const isSettled = isComplete && settled === number;
  const found = useQuery({ ...customerQuery(kind, service, settled), enabled: isSettled });
  return {
    known: isSettled ? found.data : undefined,
    asking: isComplete && (!isSettled || found.isFetching),
    error: isSettled ? found.error?.message : undefined,
    askAgain: found.refetch,
  };
}
