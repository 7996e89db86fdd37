import { ChevronDown } from 'lucide-react';
import { money } from '@/payment/money';
import { Card } from '@/ui/page';
import type { Offer, OwnLimitAnswer } from './offer';

interface Props {
  limit: OwnLimitAnswer;
  offer: Offer;
}

/** The amount that the user can borrow without a person's decision, why it is not more, and what raises it. */
export function OwnLimit({ limit: { limit, left, currency, lines }, offer: { most, message } }: Props) {
  return (
    <Card className="flex flex-col gap-1">
      <h2 className="figures text-2xl font-bold wrap-anywhere">
        {most === null ? `Your limit: ${money(limit, currency)}` : `Borrow up to ${money(most, currency)}`}
      </h2>
      <p className="text-sm">{message}</p>
      {lines.length > 0 && (
        <details className="group text-sm">
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 font-semibold">
            <span>Why this much, and how to raise it</span>
            <ChevronDown aria-hidden className="size-5 text-muted group-open:rotate-180" />
          </summary>
          <ul className="flex flex-col gap-2 text-muted">
            <li>{`${money(left, currency)} is left of your limit of ${money(limit, currency)}.`}</li>
            {lines.map(({ reason, message, raised_by }) => (
              <li key={reason}>{raised_by === null ? message : `${message} ${raised_by}`}</li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
