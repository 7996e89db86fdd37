import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Repeat } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { IconDisc } from '@/ui/icon-disc';
import { Loaded } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { Sheet } from '@/ui/sheet';
import { ListSkeleton } from '@/ui/states';
import { useActivateMandate, useCancelMandate } from './mutations';
import { mandatesQuery } from './queries';
import type { Mandate } from './types';

const LOOK_EVERY_MS = 3000;

const STATES: Partial<Record<Mandate['state'], string>> = {
  pending: 'Not authorised yet',
  waiting: 'Your bank is confirming it',
  active: 'Active',
};

/** The outcome of the mandate for which the user returns from the bank. */
const OUTCOMES: Partial<Record<Mandate['state'], string>> = {
  pending: "Your bank hasn't told us that you authorised it. You can set it up again.",
  waiting: 'Thank you. Your bank is confirming your direct debit: it will be active soon.',
  active: 'Your direct debit is active.',
};
const NONE = 'Your bank did not authorise a direct debit. You can set it up again.';

/**
 * Direct debits: the user's mandates at the bank, and their cancellation. `returned`: the mandate of the page that led
 * back here.
 */
export function MandatesCard({ returned }: { returned: string | undefined }) {
  const router = useRouter();
  const mandates = useQuery({
    ...mandatesQuery,
    // Polled until the bank has confirmed.
    refetchInterval: ({ state }) =>
      state.data?.some((mandate) => mandate.state !== 'active') ? LOOK_EVERY_MS : false,
  });
  const activate = useActivateMandate();
  const [leaving, setLeaving] = useState<Mandate | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const isLoaded = mandates.data !== undefined;
  useEffect(() => {
    if (returned !== undefined && isLoaded) place.current?.scrollIntoView({ block: 'center' });
  }, [returned, isLoaded]);
  const mandate = mandates.data?.find(({ id }) => id === returned);
  const go = (url: string) => {
    // The sandbox's page is part of this app; a bank's is another site.
    if (url.startsWith('/')) router.history.push(url);
    else location.assign(url);
  };
  return (
    <Card className="flex flex-col gap-3">
      <div ref={place} className="scroll-mt-16">
        <h2 className="text-sm font-semibold text-muted">Direct debit</h2>
      </div>
      {returned !== undefined && isLoaded && (
        // Two lines high from the start: the outcome may become shorter while it is read.
        <p role="status" className="min-h-[calc(2lh+2rem)] rounded-control bg-sunken p-4 text-sm font-medium">
          {mandate ? OUTCOMES[mandate.state] : NONE}
        </p>
      )}
      <p className="text-sm text-muted">
        With auto save on, your bank pays the part of a due instalment that your wallet doesn't cover. You
        authorise it at your bank, and can cancel it here at any time.
      </p>
      <Loaded query={mandates} waiting={<ListSkeleton rows={1} />} polled>
        {(rows) => (
          <ul className="flex flex-col gap-3 empty:hidden">
            {rows.map((mandate) => (
              <li key={mandate.id} className="flex flex-wrap items-center gap-x-3">
                <IconDisc icon={Repeat} />
                <span className="flex min-w-0 grow basis-[min(100%,7rem)] flex-col">
                  <span className="font-medium break-words">{mandate.bank ?? 'Your bank'}</span>
                  <span className="text-sm text-muted">{STATES[mandate.state]}</span>
                </span>
                <Button look="quiet" onClick={() => setLeaving(mandate)}>
                  Cancel
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Button
        look="quiet"
        wide
        busy={activate.isPending}
        onClick={() => activate.mutate(undefined, { onSuccess: ({ redirect_url }) => go(redirect_url) })}
      >
        Set up direct debit
      </Button>
      <CancelSheet mandate={leaving} onClose={() => setLeaving(null)} />
    </Card>
  );
}

function CancelSheet({ mandate, onClose }: { mandate: Mandate | null; onClose: () => void }) {
  const cancel = useCancelMandate();
  const navigate = useNavigate();
  const onSuccess = () => {
    onClose();
    // The outcome is settled: removes it from the address.
    void navigate({ to: '/settings/$page', params: { page: 'saving' }, replace: true, resetScroll: false });
  };
  return (
    <Sheet open={mandate !== null} onClose={onClose} title="Cancel direct debit">
      <p>{`${mandate?.bank ?? 'Your bank'} will no longer pay automatically.`}</p>
      <Button
        look="danger"
        wide
        busy={cancel.isPending}
        onClick={() => mandate && cancel.mutate(mandate.id, { onSuccess })}
      >
        Cancel direct debit
      </Button>
    </Sheet>
  );
}
