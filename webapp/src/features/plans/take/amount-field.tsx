import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Elements } from '@/lib/elements';
import { Balance } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { type Offer, TextField } from '@/ui/field';
import { grouped } from '@/ui/typed';

/** The balance that can be spent. */
export const Available = ({ balance, currency }: { balance: string; currency: Currency }) => (
  <>
    <span>{'Available: '}</span>
    <Balance amount={balance} currency={currency} />
  </>
);

/** A form of the engine with an amount. */
export interface AmountFields {
  register: (name: 'amount') => UseFormRegisterReturn;
  errorOf: (name: 'amount') => string | undefined;
  offerOf: (name: 'amount') => Offer | undefined;
}

interface Props {
  form: AmountFields;
  label: string;
  currency: Currency;
  hint: string | Elements;
  /** The registered field, if it has options of its own. */
  field?: UseFormRegisterReturn;
}

/** The amount of a plan or an instalment. */
export const AmountField = ({ form, label, currency, hint, field = form.register('amount') }: Props) => (
  <TextField
    label={`${label} (${currency})`}
    inputMode="decimal"
    autoComplete="off"
    className="figures text-xl font-semibold"
    hint={hint}
    error={form.errorOf('amount')}
    offer={form.offerOf('amount')}
    {...grouped(field, currency)}
  />
);
