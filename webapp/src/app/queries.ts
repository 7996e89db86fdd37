import { MutationCache, QueryClient } from '@tanstack/react-query';
import { Problem } from '@/api/problem';
import { toast } from '@/ui/toast';

/** A refused call shows the server's message, except where a screen says it itself, or the session has ended. */
function tell(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
  if (!error.unauthenticated) toast.error(error.message);
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Problem;
    mutationMeta: {
      /** The screen shows the failure itself. */
      quiet?: boolean;
    };
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A refusal stays a refusal; only what got no answer is asked for again.
      retry: (failures, error) => failures < 2 && (error.lost || error.status >= 500),
    },
    // What is sent without a connection fails at once. It is never kept for later: by then the person may have thought
    // better of it, and a payment would go out of a sheet that was closed.
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.quiet) tell(error);
    },
  }),
});
