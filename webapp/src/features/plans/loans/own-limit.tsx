import { useQuery } from '@tanstack/react-query';
import { money } from '@/payment/money';
import { Loaded } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';
import { ownLimitQuery } from '../queries';

/** The amount that the user can borrow without a person's decision, why it is not more, and what raises it. */
export function OwnLimit() {
  const limit = useQuery(ownLimitQuery);
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="text-lg font-semibold">Your limit</h2>
      <Loaded query={limit} waiting={<ListSkeleton rows={1} />}>
        {({ limit: most, left, currency, lines }) => (
          <>
            <p className="flex flex-wrap items-baseline gap-x-1.5">
              <span className="figures text-xl font-bold">{money(most, currency)}</span>
              {left !== most && (
                <span className="figures text-sm text-muted">{`${money(left, currency)} of it is left`}</span>
              )}
            </p>
            <p className="text-sm">
              Up to this, a request can be approved at once. Above it, a person decides.
            </p>
            <ul className="flex flex-col gap-2 text-sm text-muted">
              {lines.map(({ reason, message, raised_by }) => (
                <li key={reason}>{raised_by === null ? message : `${message} ${raised_by}`}</li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  );
}
