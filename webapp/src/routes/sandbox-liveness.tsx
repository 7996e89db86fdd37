import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEndLiveness } from '@/features/sandbox/mutations';
import { livenessQuery } from '@/features/sandbox/queries';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';

/** Plays the liveness provider: the tester chooses the result. */
export function SandboxLiveness() {
  const { reference } = getRouteApi('/open/sandbox/liveness/$reference').useParams();
  const router = useRouter();
  const check = useQuery(livenessQuery(reference));
  const end = useEndLiveness(reference, () => router.navigate({ href: '/verify/liveness' }));
  return (
    <Page title="Sandbox liveness check">
      <Loaded query={check} waiting={<ListSkeleton rows={2} />}>
        {({ name }) => (
          <Card className="flex flex-col gap-4">
            <p>
              <span>{'A real provider would look through the camera of '}</span>
              <strong>{name}</strong>
              <span>. Here you choose the result.</span>
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
