import { classes } from '@/lib/classes';
import { COLOURS, changeOf } from '@/payment/change';
import { Balance } from '@/payment/money';
import type { Currency } from '@/payment/types';

const WORDS = { up: 'Gain of ', down: 'Loss of ', same: 'No gain, no loss: ' };

/** A gain or a loss, in a word as well as in a colour. */
export function Gain({ amount, currency }: { amount: string; currency: Currency }) {
  const { direction, size } = changeOf(amount);
  return (
    <span className={classes('font-semibold', COLOURS[direction])}>
      <span>{WORDS[direction]}</span>
      <Balance amount={size} currency={currency} />
    </span>
  );
}
