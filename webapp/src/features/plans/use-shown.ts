import { useQuery } from '@tanstack/react-query';
import { LOOK_EVERY_MS, subscriptionQuery } from './queries';
import type { PlanType, Subscription } from './types';

/**
 * The plan that an address names, if it is not among the given ones: an older one is on a later page. Nothing for a plan of
 * another kind or of others.
 */
export function useShown(
  type: PlanType,
  shown: string | undefined,
  listed: readonly Subscription[] | undefined,
): Subscription | undefined {
  const isElsewhere = shown !== undefined && listed !== undefined && !listed.some(({ id }) => id === shown);
  const found = useQuery({
    ...subscriptionQuery(shown ?? ''),
    enabled: isElsewhere,
    refetchInterval: LOOK_EVERY_MS,
  }).data;
  return isElsewhere && found?.type === type ? found : undefined;
}
