import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { Loaded } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { type LoanDeed, useActOnLoan } from './mutations';
import { loansQuery } from './queries';

const DEEDS: Record<LoanDeed, string> = {
  approve: 'Approve',
  decline: 'Decline',
  call_bad: 'Mark as bad',
};

/** Plays the operator: decides loans, and calls those bad that have long been due. */
export function LoanDesk() {
  const loans = useQuery(loansQuery);
  const act = useActOnLoan();
  const [why, setWhy] = useState('');
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <Card className="flex flex-col gap-4">
        <h2 id={heading} className="text-lg font-semibold">
          Decide loans
        </h2>
        <TextField
          label="Reason for declining"
          value={why}
          onChange={(event) => setWhy(event.target.value)}
        />
        <Loaded
          query={loans}
          waiting={<ListSkeleton rows={2} />}
          empty={<EmptyState title="No data!" />}
          polled
        >
          {(rows) => (
            <ul className="flex flex-col gap-3">
              {rows.map(({ reference, name, purpose, amount, status, due_on, deeds }) => (
                <li key={reference} className="flex flex-col gap-3 rounded-control bg-sunken p-4 text-sm">
                  <p className="wrap-anywhere">
                    <strong>{name}</strong>
                    <span>{`, ${purpose}: NGN ${amount}, ${status}${due_on === null ? '' : `, due ${due_on}`}`}</span>
                  </p>
                  <div className="flex flex-wrap gap-3">
                    {deeds.map((deed) => (
                      <Button
                        key={deed}
                        look="quiet"
                        aria-label={`${DEEDS[deed]}: ${purpose} of ${name}`}
                        busy={act.isPending}
                        onClick={() => act.mutate({ reference, deed, why })}
                      >
                        {DEEDS[deed]}
                      </Button>
                    ))}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
    </section>
  );
}
