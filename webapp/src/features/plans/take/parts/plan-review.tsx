import type { Elements } from '@/lib/elements';
import { money } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { acceptWords } from '../../words';
import { CardLines } from '../card-lines';
import type { Reviewing } from '../take-sheet';
import type { Wanted } from './plan-form';

interface Props extends Omit<Reviewing<Wanted>, 'quote' | 'error'> {
  /** Above the amount. */
  words: string;
  currency: Currency;
  /** The first payment. */
  due: string;
  /** The label of the button; by default it states the first payment. */
  action?: string | undefined;
  disabled?: boolean;
  error: { message: string } | null;
  children: Elements;
  /** Below the charge to a card. */
  last: Elements;
  /** Below the error: a way to resolve it. */
  help?: Elements;
}

/** The review of a plan: the amount, its terms, and the first payment. */
export function PlanReview(props: Props) {
  const { words, wanted, currency, due, action, busy, disabled, error, accept, children, last, help } = props;
  return (
    <>
      <div className="text-center">
        <p className="text-sm text-muted">{words}</p>
        <p className="figures text-2xl font-bold wrap-anywhere">{money(wanted.amount, currency)}</p>
        <p className="text-sm text-muted wrap-anywhere">{wanted.name}</p>
      </div>
      {children}
      {wanted.funding_source === 'card' && <CardLines amount={due} currency={currency} />}
      {last}
      <FormError>{error?.message}</FormError>
      {help}
      <Button wide busy={busy} disabled={disabled ?? false} onClick={() => accept(wanted)}>
        {action ?? acceptWords(wanted.funding_source, due, currency)}
      </Button>
    </>
  );
}
