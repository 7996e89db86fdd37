import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { call } from '@/api/client';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';

/** Plays the liveness provider: the tester chooses the result. */
export function SandboxLiveness() {
  const { reference } = getRouteApi('/open/sandbox/liveness/$reference').useParams();
  const router = useRouter();
  const check = useQuery({
    queryKey: ['sandbox', 'liveness', reference],
    queryFn: async () =>
      (await call('GET', '/sandbox/liveness/{reference}', { path: { reference }, passive: true })).data,
  });
  const end = useMutation({
    mutationFn: (passed: boolean) =>
      call('PUT', '/sandbox/liveness/{reference}', { path: { reference }, body: { passed } }),
    meta: { silent: true },
    onSuccess: () => router.navigate({ href: '/verify/liveness' }),
  });
  return (
    <Page title="Sandbox liveness check">
      <Loaded query={check} waiting={<ListSkeleton rows={2} />}>
        {({ name }) => (
          <Card className="flex flex-col gap-4">
            <p>
              A real provider would look through the camera of <strong>{name}</strong>. Here you say how it
              ends.
            </p>
            <Button wide busy={end.isPending} onClick={() => end.mutate(true)}>
              Pass
            </Button>
            <Button look="quiet" wide busy={end.isPending} onClick={() => end.mutate(false)}>
              Fail
            </Button>
          </Card>
        )}
      </Loaded>
    </Page>
  );
}
