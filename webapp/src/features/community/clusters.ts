import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';
import { evaluate } from '@/engine';
import { chatKeys } from './keys';

export type Cluster = Contract<'Cluster'>;

export const clusterKeys = {
  all: ['clusters'] as const,
  own: ['clusters', 'own'] as const,
  states: ['clusters', 'states'] as const,
  state: (state: string) => ['clusters', 'state', state] as const,
};

/** The user's clusters, the first one first. */
export const clustersQuery = queryOptions({
  queryKey: clusterKeys.own,
  queryFn: async () => (await call('GET', '/clusters')).data,
});

/** The states that have clusters to join. */
export const statesQuery = queryOptions({
  queryKey: clusterKeys.states,
  queryFn: async () => (await call('GET', '/businesses/available-state')).data,
});

export const stateQuery = (state: string) =>
  queryOptions({
    queryKey: clusterKeys.state(state),
    queryFn: async () => (await call('GET', '/businesses/state', { query: { state } })).data,
  });

/** Why an action is not available in a cluster; null where it is. */
export function refusalOf(cluster: Cluster, wanted: 'join' | 'write'): string | null {
  const { status, membership, members, joined } = cluster;
  const input = { status, membership, members, joined } as Parameters<typeof evaluate<'cluster.actions'>>[1];
  const { actions } = evaluate('cluster.actions', input);
  return actions.find(({ action }) => action === wanted)?.reason ?? null;
}

/** The sheet itself shows success and failure. */
const meta = { quiet: true, silent: true } as const;

/** Finds the cluster with a code. */
export const useFindCluster = () =>
  useMutation({
    mutationFn: (code: string) => call('GET', '/business/{code}', { path: { code } }),
    meta,
  });

function useChanged() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: clusterKeys.all }),
      queries.invalidateQueries({ queryKey: chatKeys.entrance }),
    ]);
}

export function useJoinCluster() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (code: string) => call('PATCH', '/business/join', { body: { code } }),
    meta,
    onSuccess: changed,
  });
}

export function useLeaveCluster(uuid: string, onLeft: () => void) {
  const changed = useChanged();
  return useMutation({
    mutationFn: () => call('DELETE', '/clusters/{uuid}/membership', { path: { uuid } }),
    onSuccess: () => {
      // First: the page of a cluster has nothing to show to a non-member.
      onLeft();
      return changed();
    },
  });
}

export function useMuteCluster(uuid: string) {
  const changed = useChanged();
  return useMutation({
    mutationFn: (muted: boolean) => call('PUT', '/clusters/{uuid}/mute', { path: { uuid }, body: { muted } }),
    meta: { silent: true },
    onSuccess: changed,
  });
}

export const useReportMessage = (uuid: string, number: number) =>
  useMutation({
    mutationFn: (reason: string) =>
      call('POST', '/clusters/{uuid}/messages/{number}/report', { path: { uuid, number }, body: { reason } }),
    meta: { quiet: true },
  });
