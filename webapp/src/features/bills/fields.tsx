import type { UseFormRegisterReturn } from 'react-hook-form';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine/later';
import { Balance } from '@/payment/money';
import { type AmountForm, useTypedAmount } from '@/payment/use-typed-amount';
import { Checkbox, TextField } from '@/ui/field';
import { grouped, symbolOf } from '@/ui/typed';
import type { Wallet } from './kinds';

interface PhoneProps {
  label: string;
  /** Any form with this field. */
  form: {
    register: (field: 'phone') => UseFormRegisterReturn;
    errorOf: (field: 'phone') => string | undefined;
    watch: (field: 'phone') => string;
    setValue: (field: 'phone', phone: string, how: { shouldValidate: boolean }) => void;
  };
}

/** A phone number, and a box that fills in the user's own. Bills are for Nigerian numbers only. */
export function PhoneField({ label, form }: PhoneProps) {
  const known = useUser()?.phone ?? '';
  const own = evaluate('phone.inspect', { phone: known }).valid ? known : '';
  return (
    <>
      <TextField
        label={label}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        error={form.errorOf('phone')}
        {...form.register('phone')}
      />
      {own !== '' && (
        <Checkbox
          checked={form.watch('phone') === own}
          onChange={({ target }) =>
            form.setValue('phone', target.checked ? own : '', { shouldValidate: true })
          }
        >
          Use my phone
        </Checkbox>
      )}
    </>
  );
}

interface AmountProps {
  form: AmountForm & { register: (field: 'amount') => UseFormRegisterReturn };
  wallet: Wallet;
}

export function AmountField({ form, wallet }: AmountProps) {
  const { error, hint, offer } = useTypedAmount(form, 'NGN');
  return (
    <TextField
      label="Amount (NGN)"
      start={symbolOf('NGN')}
      inputMode="decimal"
      autoComplete="off"
      className="figures text-xl font-semibold"
      hint={
        <>
          <Available wallet={wallet} />
          {hint && <span>{` · ${hint}`}</span>}
        </>
      }
      error={error}
      offer={offer}
      {...grouped(form.register('amount'), 'NGN')}
    />
  );
}

export function Available({ wallet }: { wallet: Wallet }) {
  return (
    <>
      <span>{'Available: '}</span>
      <Balance amount={wallet.balance} currency="NGN" />
    </>
  );
}
