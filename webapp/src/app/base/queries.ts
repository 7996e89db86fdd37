import { MutationCache, QueryClient } from '@tanstack/react-query';
import type { Answer } from '@/api/client';
import { Problem } from '@/api/problem';
import { toast } from '@/ui/toast';

/** The message of a successful call without one from the server. (Document 1, section 8.) */
const SUCCESS = 'success';

/** The server's message, if the mutation returns the whole response of a call. */
function messageOf(answer: unknown): string {
  const message = (answer as Partial<Answer<unknown>> | null | undefined)?.message;
  return typeof message === 'string' && message ? message : SUCCESS;
}

/** A failed call shows the server's message, unless the screen shows it itself or the session has ended. */
function tell(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
  if (!error.unauthenticated) toast.error(error.message);
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Problem;
    queryMeta: {
      /**
       * The last answer is kept for the session's next page (`src/app/kept`): no PIN, code, number of an identity, or
       * message is in it.
       */
      kept?: boolean;
      /** The filter of a list with pages. */
      filter?: string;
    };
    mutationMeta: {
      /** The screen shows the failure itself. */
      quiet?: boolean;
      /** The screen shows the success itself, or nothing changed: a quote, an enquiry, a download. */
      silent?: boolean;
    };
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Refusals are final; only calls without a response are retried.
      retry: (failures, error) => failures < 2 && (error.lost || error.status >= 500),
    },
    // Mutations fail immediately while offline and are never queued: the user may have changed their mind, and a
    // payment would be sent after its sheet was closed.
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.quiet) tell(error);
    },
    onSuccess: (answer, _variables, _result, mutation) => {
      if (!mutation.meta?.silent) toast.success(messageOf(answer));
    },
  }),
});
