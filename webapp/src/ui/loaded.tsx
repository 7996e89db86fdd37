import { useState } from 'react';
import type { Elements } from '@/lib/elements';
import { ErrorState, ListSkeleton } from './states';

/** The part of a query's state that decides what is shown. */
export interface Query<T> {
  data: T | undefined;
  error: { message: string; unauthenticated?: boolean } | null;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  refetch: () => unknown;
}

interface Props<T> {
  query: Query<T>;
  /** The skeleton while loading. */
  waiting?: Elements;
  /** Shown in place of an empty list. */
  empty?: Elements;
  /** Whether the query refetches in the background: a failure is then not shown beside the data. */
  polled?: boolean;
  children: (data: T) => Elements;
}

const OFFLINE = 'This cannot be loaded without a connection.';

/** A query's data; until then its skeleton, or the error with a way to retry. */
export function Loaded<T>({ query, waiting = <ListSkeleton />, empty, polled, children }: Props<T>) {
  const { data, fetchStatus } = query;
  // The session has ended, which a toast says; the login page follows.
  const error = query.error?.unauthenticated ? null : query.error;
  const [lastFailure, setLastFailure] = useState<string | null>(null);
  if (error && error.message !== lastFailure) setLastFailure(error.message);
  const failure = (message: string) => <ErrorState message={message} onRetry={() => void query.refetch()} />;
  if (data === undefined) {
    if (error) return failure(error.message);
    // Refetched in the background: no skeleton in between.
    if (polled && lastFailure !== null && fetchStatus === 'fetching') return failure(lastFailure);
    return fetchStatus === 'paused' ? failure(OFFLINE) : waiting;
  }
  const isEmpty = Array.isArray(data) && data.length === 0;
  return (
    <>
      {error && !polled && failure(error.message)}
      {isEmpty && empty !== undefined ? empty : children(data)}
    </>
  );
}

/** Combines two queries: loaded once both are. */
export function together<A, B>(a: Query<A>, b: Query<B>): Query<readonly [A, B]> {
  const missing = [a, b].filter(({ data, error }) => data === undefined || error !== null);
  return {
    data: a.data !== undefined && b.data !== undefined ? [a.data, b.data] : undefined,
    error: a.error ?? b.error,
    fetchStatus: missing.find(({ fetchStatus }) => fetchStatus !== 'idle')?.fetchStatus ?? 'idle',
    refetch: () => Promise.all(missing.map((query) => query.refetch())),
  };
}
