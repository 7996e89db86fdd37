import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router';
import { ScanFace, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { refreshUser } from '@/features/identity/api';
import { useStartLiveness } from '@/features/identity/mutations';
import { livenessQuery } from '@/features/identity/verification';
import { tab } from '@/lib/storage';
import { Button, buttonClasses } from '@/ui/button';
import { Drawing } from '@/ui/drawing';
import { Card, Page } from '@/ui/page';
import { EmptyState, ErrorState, ListSkeleton } from '@/ui/states';

const ASK_AGAIN_MS = 2000;
const NOT_FOUND = 404;
const CHECK = 'liveness check';

/** Starts the liveness check and waits for the provider's result. */
export function Liveness() {
  const asked = getRouteApi('/inside/verify/liveness').useSearch().check;
  const check = asked ?? tab.read(CHECK);
  return (
    <Page title="Liveness" back="/verify">
      {check ? <Outcome check={check} /> : <Begin />}
    </Page>
  );
}

function Begin() {
  const router = useRouter();
  const start = useStartLiveness();
  const go = ({ id, url }: { id: string; url: string }) => {
    tab.store(CHECK, id);
    // The sandbox's page is part of this app; a provider's is another site.
    if (url.startsWith('/')) router.history.push(url);
    else location.assign(url);
  };
  return (
    <Card className="flex flex-col items-center gap-5 text-center">
      <ScanFace aria-hidden className="size-16 text-accent-text" />
      <p>
        Take a quick selfie video so we know it's really you. Our partner checks it. Find good light, and take
        off your hat or dark glasses.
      </p>
      <Button wide busy={start.isPending} onClick={() => start.mutate(undefined, { onSuccess: go })}>
        Start
      </Button>
    </Card>
  );
}

function Outcome({ check }: { check: string }) {
  const navigate = useNavigate();
  const outcome = useQuery({
    ...livenessQuery(check),
    refetchInterval: (query) => (query.state.data?.status === 'pending' ? ASK_AGAIN_MS : false),
  });
  const status = outcome.data?.status;
  useEffect(() => {
    if (status === undefined || status === 'pending') return;
    tab.store(CHECK, null);
    if (status === 'passed') void refreshUser();
  }, [status]);
  const again = () => {
    tab.store(CHECK, null);
    void navigate({ to: '/verify/liveness', search: {}, replace: true, reloadDocument: true });
  };
  if (outcome.error?.status === NOT_FOUND) {
    return (
      <EmptyState drawing="not-found" title="We couldn't find this liveness check">
        <p className="text-sm text-muted">It belongs to another account, or its link is incomplete.</p>
        <Button onClick={again}>Start a new check</Button>
      </EmptyState>
    );
  }
  if (outcome.isError) {
    return <ErrorState message={outcome.error.message} onRetry={() => void outcome.refetch()} />;
  }
  if (status === 'passed') {
    return (
      <Card className="flex flex-col items-center gap-5 text-center">
        <Drawing of="done" drawn />
        <p role="status">You're verified. Thank you.</p>
        <Link to="/verify" className={buttonClasses('primary', true)}>
          Continue
        </Link>
      </Card>
    );
  }
  if (status === 'failed') {
    return (
      <Card className="flex flex-col items-center gap-5 text-center">
        <TriangleAlert aria-hidden className="size-16 text-warning" />
        <p role="alert">That did not work. Please try again, in good light.</p>
        <Button wide onClick={again}>
          Try again
        </Button>
      </Card>
    );
  }
  return <ListSkeleton rows={2} label="Waiting for the result" />;
}
