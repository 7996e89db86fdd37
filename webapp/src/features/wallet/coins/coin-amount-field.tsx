import type { ComponentProps } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Elements } from '@/lib/elements';
import { Balance } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { type Offer, TextField } from '@/ui/field';
import { grouped } from '@/ui/typed';

interface Props extends Omit<ComponentProps<'input'>, 'onChange'>, Pick<UseFormRegisterReturn, 'onChange'> {
  coin: Currency;
  balance: string;
  /** Takes the maximum; undefined if it is unknown. */
  onMax: (() => void) | undefined;
  /** A neutral hint about the amount. */
  hint: string | undefined;
  error: string | undefined;
  offer: Offer | undefined;
  /** After the balance. */
  children?: Elements;
}

/** The amount of a coin. */
export function CoinAmountField({ coin, balance, onMax, hint, error, offer, children, ...field }: Props) {
  return (
    <TextField
      label={`Amount (${coin})`}
      inputMode="decimal"
      autoComplete="off"
      className="figures pe-20 text-xl font-semibold"
      end={
        onMax && (
          <button type="button" className="min-h-11 px-3 font-semibold text-accent-text" onClick={onMax}>
            Max
          </button>
        )
      }
      hint={
        <>
          <span>{'Available: '}</span>
          <Balance amount={balance} currency={coin} />
          {children}
          {hint && <span>{` · ${hint}`}</span>}
        </>
      }
      error={error}
      offer={offer}
      {...grouped(field, coin)}
    />
  );
}
