import type { ComponentProps } from 'react';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine';
import { Balance } from '@/payment/money';
import { Checkbox, TextField } from '@/ui/field';
import type { Wallet } from './kinds';

interface PhoneProps extends ComponentProps<'input'> {
  label: string;
  error: string | undefined;
  /** The number that is in the field. */
  phone: string;
  onFill: (phone: string) => void;
}

/** A phone number, and a box that fills in the user's own. Bills are for Nigerian numbers only. */
export function PhoneField({ label, error, phone, onFill, ...field }: PhoneProps) {
  const known = useUser()?.phone ?? '';
  const own = evaluate('phone.inspect', { phone: known }).valid ? known : '';
  return (
    <>
      <TextField
        label={label}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        error={error}
        {...field}
      />
      {own !== '' && (
        <Checkbox checked={phone === own} onChange={({ target }) => onFill(target.checked ? own : '')}>
          Use my phone
        </Checkbox>
      )}
    </>
  );
}

interface AmountProps extends ComponentProps<'input'> {
  error: string | undefined;
  wallet: Wallet;
}

export function AmountField({ error, wallet, ...field }: AmountProps) {
  return (
    <TextField
      label="Amount (NGN)"
      inputMode="decimal"
      autoComplete="off"
      className="figures text-xl font-semibold"
      hint={<Available wallet={wallet} />}
      error={error}
      {...field}
    />
  );
}

export function Available({ wallet }: { wallet: Wallet }) {
  return (
    <>
      Available: <Balance amount={wallet.balance} currency="NGN" />
    </>
  );
}

/** Why not everything may leave the wallet now. */
export function Caution({ wallet }: { wallet: Wallet }) {
  if (wallet.caution === undefined) return null;
  return <p className="rounded-control bg-sunken p-4 text-sm">{wallet.caution}</p>;
}
