import type { Violation } from '@/engine';
import { asShown } from '@/engine/hidden';
import { plainAmount } from '@/ui/typed';
import type { Currency } from './types';

/** Any form with an amount. */
export interface AmountForm {
  watch: (field: 'amount') => string | number;
  violationOf: (field: 'amount', text: string) => Violation | null;
  errorOf: (field: 'amount') => string | undefined;
  formState: { touchedFields: { amount?: boolean }; isSubmitted: boolean };
}

/** An amount while it is typed: either it has a price, or the form says at once why there is none. */
export function useTypedAmount(form: AmountForm, currency: Currency) {
  const text = String(form.watch('amount'));
  // At once, where the form waits until the field is left.
  const violation = text === '' ? null : form.violationOf('amount', text);
  const reason = violation ? asShown(violation).message : form.errorOf('amount');
  // The first digits of a larger amount are not an error yet.
  const { touchedFields, isSubmitted } = form.formState;
  const isBeginning = violation?.code === 'below_minimum' && !touchedFields.amount && !isSubmitted;
  return {
    /** Plain; blank where there is no price. */
    amount: reason === undefined ? plainAmount(text, currency) : '',
    error: isBeginning ? undefined : reason,
    /** The reason in quiet words. */
    hint: isBeginning ? reason : undefined,
  };
}
