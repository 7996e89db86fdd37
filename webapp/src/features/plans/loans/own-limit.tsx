import { ChevronDown } from 'lucide-react';
import type { DataOf } from '@/api/contract';
import { money } from '@/payment/money';
import { Card } from '@/ui/page';

export type OwnLimitAnswer = DataOf<'GET', '/loans/limit'>;

interface Props {
  limit: OwnLimitAnswer;
  /** The largest loan that can be approved at once; null if there is none. */
  most: string | null;
}

/** The amount that the user can borrow without a person's decision, why it is not more, and what raises it. */
export function OwnLimit({ limit: { limit, left, currency, lines }, most }: Props) {
  return (
    <Card className="flex flex-col gap-1">
      <h2 className="figures text-2xl font-bold wrap-anywhere">
        {most === null ? `Your limit: ${money(limit, currency)}` : `Borrow up to ${money(most, currency)}`}
      </h2>
      <p className="text-sm">
        {most === null
          ? `${money(left, currency)} of it is left, less than our smallest loan. You can ask for more: a person decides.`
          : 'A request up to this can be approved at once. Above it, a person decides.'}
      </p>
      {lines.length > 0 && (
        <details className="group text-sm">
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 font-semibold">
            <span>Why this much, and how to raise it</span>
            <ChevronDown aria-hidden className="size-5 text-muted group-open:rotate-180" />
          </summary>
          <ul className="flex flex-col gap-2 text-muted">
            {left !== limit && (
              <li>{`${money(left, currency)} is left of your limit of ${money(limit, currency)}.`}</li>
            )}
            {lines.map(({ reason, message, raised_by }) => (
              <li key={reason}>{raised_by === null ? message : `${message} ${raised_by}`}</li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
