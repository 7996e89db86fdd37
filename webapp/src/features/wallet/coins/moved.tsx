import { classes } from '@/lib/classes';
import { COLOURS, changeOf } from '@/payment/change';
import { money } from '@/payment/money';
import type { Currency } from '@/payment/types';

const SIGNS = { up: '+', down: '−', same: '' };
const WORDS = { up: 'up ', down: 'down ', same: '' };

interface Props {
  change: string;
  percent: string | null | undefined;
  currency: Currency;
  /** The time of the change. */
  words: string;
}

/** A change as an amount and in percent. */
export function Moved({ change, percent, currency, words }: Props) {
  const { direction, size } = changeOf(change);
  const sign = SIGNS[direction];
  const share = percent ? ` (${sign}${changeOf(percent).size}%)` : '';
  return (
    <p className="text-sm text-muted">
      <span className="sr-only">{WORDS[direction]}</span>
      <bdi dir="ltr" className={classes('figures font-semibold', COLOURS[direction])}>
        {`${sign}${money(size, currency)}${share}`}
      </bdi>
      <span>{` ${words}`}</span>
    </p>
  );
}
