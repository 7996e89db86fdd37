import { useQuery } from '@tanstack/react-query';
import { BellElectric } from 'lucide-react';
import { useState } from 'react';
import type { User } from '@/api/types';
import type { Elements } from '@/lib/elements';
import { useRestriction } from '@/payment/restriction';
import { Button } from '@/ui/button';
import { IconDisc } from '@/ui/icon-disc';
import { Card } from '@/ui/page';
import { predictionsQuery } from './queries';
import { RenewSheet } from './renew-sheet';
import { longDay, useSubscription } from './subscription';

/** The end of the paid period, and the next month. (Document 3, section 2.) */
export function AlertCard({ user, before }: { user: User; before: Elements | undefined }) {
  const { active, until } = useSubscription(user);
  const [open, setOpen] = useState(false);
  const restriction = useRestriction();
  const { data: board } = useQuery(predictionsQuery);
  const refusal = restriction ?? board?.not_sold ?? null;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold text-muted">Trade signals</h2>
      <p className="flex items-center gap-3">
        <IconDisc icon={BellElectric} />
        <span className="flex min-w-0 grow flex-col">
          <span className="font-medium">
            {active ? 'Active' : until === null ? 'Not subscribed' : 'Expired'}
          </span>
          <span className="text-sm text-muted">
            {until === null
              ? 'Predicted changes of prices, for a month at a time'
              : `${active ? 'Until' : 'Since'} ${longDay(until)}`}
          </span>
        </span>
      </p>
      <Button look="quiet" wide disabled={refusal !== null} onClick={() => setOpen(true)}>
        {until === null ? 'Subscribe' : 'Renew'}
      </Button>
      {refusal !== null && <p className="text-center text-sm text-muted">{refusal}</p>}
      <RenewSheet open={open} before={before} onClose={() => setOpen(false)} />
    </Card>
  );
}
