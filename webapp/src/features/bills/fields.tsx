import { UserRound } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine/later';
import { Balance } from '@/payment/money';
import { type AmountForm, useTypedAmount } from '@/payment/use-typed-amount';
import { Chip } from '@/ui/chip';
import { TextField } from '@/ui/field';
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
  /** The user's own number is filled in. */
  onOwn?: () => void;
}

/** The user's own number, if bills can be paid for it. */
export function useOwnPhone(): string {
  const known = useUser()?.phone ?? '';
  return evaluate('phone.inspect', { phone: known }).valid ? known : '';
}

/** A phone number, and a chip that fills in the user's own. Bills are for Nigerian numbers only. */
export function PhoneField({ label, form, onOwn }: PhoneProps) {
  const own = useOwnPhone();
  const isOwn = form.watch('phone') === own;
  return (
    <div className="flex flex-wrap gap-x-2">
      <div className="min-w-min grow basis-40">
        <TextField
          label={label}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          className="figures text-lg font-semibold"
          error={form.errorOf('phone')}
          {...form.register('phone')}
        />
      </div>
      {own !== '' && (
        // Beside the field, below its label.
        <div className="mt-7">
          <Chip
            pressed={isOwn}
            onClick={() => {
              onOwn?.();
              form.setValue('phone', isOwn ? '' : own, { shouldValidate: !isOwn });
            }}
          >
            <UserRound aria-hidden className="size-4" />
            <span>Me</span>
            {/* (Document 2, section 2.) */}
            <span className="sr-only">Use my phone</span>
          </Chip>
        </div>
      )}
    </div>
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
