import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Problem } from '@/api/problem';
import { evaluate } from '@/engine';
import { LOOK_EVERY_MS, subscriptionQuery, subscriptionsQuery } from './queries';
import type { PlanType, Subscription } from './types';

const NOT_FOUND = 404;

interface Shown {
  /** The plan, if it is of the kind and the user's own. */
  plan: Subscription | undefined;
  /** Whether that is known. */
  isKnown: boolean;
  /** Set if the request failed. */
  failed: UseQueryResult<Subscription> | null;
}

/** The plan that an address names, if it is not on the first page of the user's plans. */
export function useShown(type: PlanType, shown: string | undefined): Shown {
  const { page, per_page } = evaluate('list.page', { table: 'page', page: 1, per_page: null, total: 0 });
  const first = useQuery({ ...subscriptionsQuery(type, { page, per_page }), enabled: shown !== undefined });
  const isElsewhere =
    shown !== undefined && first.data !== undefined && !first.data.data.some(({ id }) => id === shown);
  const found = useQuery({
    ...subscriptionQuery(shown ?? ''),
    enabled: isElsewhere,
    refetchInterval: ({ state }) => (state.data === undefined ? false : LOOK_EVERY_MS),
  });
  const { data, error, isFetched } = found;
  const isMissing = error instanceof Problem && error.status === NOT_FOUND;
  return {
    plan: isElsewhere && data?.type === type ? data : undefined,
    isKnown:
      shown === undefined || first.isError || (first.data !== undefined && (!isElsewhere || isFetched)),
    failed: isElsewhere && isFetched && data === undefined && !isMissing ? found : null,
  };
}
