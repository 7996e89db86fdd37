import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Repeat } from 'lucide-react';
import { useState } from 'react';
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

/** Direct debits: what the bank was told to allow, and how to take it back. */
export function MandatesCard() {
  const router = useRouter();
  const mandates = useQuery({
    ...mandatesQuery,
    // Until the bank has confirmed.
    refetchInterval: ({ state }) =>
      state.data?.some((mandate) => mandate.state !== 'active') ? LOOK_EVERY_MS : false,
  });
  const activate = useActivateMandate();
  const [leaving, setLeaving] = useState<Mandate | null>(null);
  const go = (url: string) => {
    // The sandbox's page is part of this app; a bank's is another site.
    if (url.startsWith('/')) router.history.push(url);
    else location.assign(url);
  };
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold text-muted">Direct debit</h2>
      <p className="text-sm text-muted">
        With auto save on, your bank pays what your wallet doesn't cover of an instalment that is due. You
        authorise it at your bank, and can cancel it here at any time.
      </p>
      <Loaded query={mandates} waiting={<ListSkeleton rows={1} />} polled>
        {(rows) => (
          <ul className="flex flex-col gap-3 empty:hidden">
            {rows.map((mandate) => (
              <li key={mandate.id} className="flex items-center gap-3">
                <IconDisc icon={Repeat} />
                <span className="flex min-w-0 grow flex-col">
                  <span className="font-medium wrap-anywhere">{mandate.bank ?? 'Your bank'}</span>
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
  return (
    <Sheet open={mandate !== null} onClose={onClose} title="Cancel direct debit">
      <p>{mandate?.bank ?? 'Your bank'} will pay nothing by itself from now on.</p>
      <Button
        look="danger"
        wide
        busy={cancel.isPending}
        onClick={() => mandate && cancel.mutate(mandate.id, { onSuccess: onClose })}
      >
        Cancel direct debit
      </Button>
    </Sheet>
  );
}
