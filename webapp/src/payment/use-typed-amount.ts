import type { Violation } from '@/engine';
import { asShown } from '@/engine/hidden';
import type { Offer } from '@/ui/field';
import { plainAmount } from '@/ui/typed';
import type { Currency } from './types';

/** Any form with an amount. */
export interface AmountForm {
  watch: (field: 'amount') => string | number;
  violationOf: (field: 'amount', text: string) => Violation | null;
  errorOf: (field: 'amount') => string | undefined;
  offerOf: (field: 'amount') => Offer | undefined;
  formState: { touchedFields: { amount?: boolean }; isSubmitted: boolean };
}

/** An amount being typed: either it has a price, or the form shows at once why not. */
export function useTypedAmount(form: AmountForm, currency: Currency) {
  const text = String(form.watch('amount'));
  // At once, although the form waits until the field is left.
  const violation = text === '' ? null : form.violationOf('amount', text);
  const reason = violation ? asShown(violation).message : form.errorOf('amount');
  // The first digits of a larger amount, and a comma that still lacks its three digits, are not an error yet.
  const { touchedFields, isSubmitted } = form.formState;
  const isUnfinished =
    violation?.code === 'below_minimum' ||
    (violation?.code === 'not_an_amount' && violation.params.nearest !== undefined);
  const isBeginning = isUnfinished && !touchedFields.amount && !isSubmitted;
  return {
    /** Plain; blank where there is no price. */
    amount: reason === undefined ? plainAmount(text, currency) : '',
    error: isBeginning ? undefined : reason,
    /** The reason as a neutral hint. */
    hint: isBeginning ? reason : undefined,
    offer: form.offerOf('amount'),
  };
}
