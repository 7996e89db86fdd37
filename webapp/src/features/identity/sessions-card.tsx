import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { call } from '@/api/client';
import { dateFormat } from '@/lib/date-format';
import { Button } from '@/ui/button';
import { IconDisc } from '@/ui/icon-disc';
import { Loaded } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';

const sessionKeys = { all: ['sessions'] as const };

const sessionsQuery = queryOptions({
  queryKey: sessionKeys.all,
  queryFn: async () => (await call('GET', '/auth/sessions')).data,
});

const momentWords = dateFormat('en-NG', {
  timeZone: 'Africa/Lagos',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** The user's sessions; each of the others can be signed out from here. */
export function SessionsCard() {
  const queries = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const again = () => queries.invalidateQueries({ queryKey: sessionKeys.all });
  const end = useMutation({
    mutationFn: (id: string) => call('DELETE', '/auth/sessions/{id}', { path: { id } }),
    meta: { silent: true },
    onSuccess: () => toast.success('Signed out there'),
    onSettled: again,
  });
  const endOthers = useMutation({
    mutationFn: () => call('DELETE', '/auth/sessions'),
    meta: { silent: true },
    onSuccess: () => toast.success('Signed out everywhere else'),
    onSettled: again,
  });
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold text-muted">Signed in</h2>
      <Loaded query={sessions} waiting={<ListSkeleton rows={1} />}>
        {(all) => (
          <>
            <ul className="flex flex-col gap-3">
              {all.map(({ id, browser, started_at, is_current }) => (
                <li key={id} className="flex flex-wrap items-center gap-3">
                  <IconDisc icon={MonitorSmartphone} />
                  <span className="flex min-w-0 grow basis-32 flex-col">
                    <span className="block font-medium wrap-anywhere first-letter:uppercase">{browser}</span>
                    <span className="text-sm text-muted">
                      {is_current ? 'This device' : `Since ${momentWords(new Date(started_at))}`}
                    </span>
                  </span>
                  {!is_current && (
                    <Button
                      look="quiet"
                      aria-label={`Sign out ${browser}`}
                      busy={end.isPending && end.variables === id}
                      onClick={() => end.mutate(id)}
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {all.some(({ is_current }) => !is_current) && (
              <>
                <Button look="quiet" wide busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
                  Sign out everywhere else
                </Button>
                <p className="text-sm text-muted">
                  Passkeys stay: a device with one can sign in again until you remove it.
                </p>
              </>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
