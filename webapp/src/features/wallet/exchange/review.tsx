import { Facts } from '@/payment/breakdown';
import { changeOf } from '@/payment/change';
import { money } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { WorkedOut } from '@/payment/worked-out';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { useSecondsLeft } from '../coins/use-seconds-left';
import type { ConversionQuote } from './queries';

interface Props {
  quote: ConversionQuote;
  /** A new rate is being requested. */
  busy: boolean;
  /** The reason why there is no new rate. */
  error: string | undefined;
  onAgain: () => void;
  onAccepted: () => void;
}

/** The server decides whether the rate still holds: the user can always continue, and is shown a new one if it does not. */
export function Review({ quote, busy, error, onAgain, onAccepted }: Props) {
  const left = useSecondsLeft({ seconds: quote.expires_in_seconds, from: quote.received_at });
  return (
    <>
      <Facts
        rows={[
          ['You convert', money(quote.amount, quote.currency)],
          ['Rate', quote.rate],
          ['Rate set', quote.rate_age],
          ...quote.received_lines.map(({ code, label, amount }): [string, string] => [
            code === 'spread' ? `${label} (${quote.spread}%)` : label,
            signed(amount, quote.to),
          ]),
          [
            'You get',
            <strong key="total" className="text-lg">
              {money(quote.received, quote.to)}
            </strong>,
          ],
        ]}
      />
      <WorkedOut of={{ quote: quote.id }} />
      <p role="timer" className="text-center text-sm text-muted">
        {left > 0 ? `This rate holds for ${left} seconds.` : 'This rate no longer holds.'}
      </p>
      <FormError>{error}</FormError>
      {left === 0 && (
        <Button wide look="quiet" busy={busy} onClick={onAgain}>
          Get a new rate
        </Button>
      )}
      <Button wide disabled={busy} onClick={onAccepted}>
        {`Convert ${money(quote.amount, quote.currency)}`}
      </Button>
    </>
  );
}

/** An amount that may be negative, as a deduction. */
function signed(amount: string, currency: Currency): string {
  const { direction, size } = changeOf(amount);
  return `${direction === 'down' ? '−' : ''}${money(size, currency)}`;
}
