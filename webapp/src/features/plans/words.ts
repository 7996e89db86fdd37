import { dateFormat } from '@/lib/date-format';
import { lagosDay, lagosToday } from '@/lib/today';
import { money } from '@/payment/money';
import type { Currency } from '@/payment/types';
import type { FundingSource } from './funding-choice';
import type { DurationUnit, Plan } from './types';

const shortDay = dateFormat('en-NG', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** A date, `YYYY-MM-DD`, in words. */
export const dayWords = (date: string): string => shortDay(new Date(date));

const thisYear = dateFormat('en-NG', { timeZone: 'UTC', day: 'numeric', month: 'short' });

/** A date near today: the year is omitted if it is the current one. */
export const nearDayWords = (date: string): string =>
  date.slice(0, 4) === lagosToday().slice(0, 4) ? thisYear(new Date(date)) : dayWords(date);

/** The day of an instant in Lagos, in words. */
export const dayOfInstant = (instant: string): string => dayWords(lagosDay(instant));

/** A number of units: 6 months. */
export const durationWords = (count: number, unit: DurationUnit): string =>
  new Intl.NumberFormat('en-NG', { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** The interval between instalments. */
const OFTEN: Record<DurationUnit, string> = {
  day: 'every day',
  week: 'every week',
  month: 'every month',
};

/** The frequency of payment: once, or every week, for example. */
export const timesWords = (count: number, unit: DurationUnit): string => (count === 1 ? 'once' : OFTEN[unit]);

/** A loan's interest and its period: a share of the whole loan, however much of it is repaid. */
export const interestWords = ({ take_profit, duration, duration_unit, wait, wait_unit }: Plan): string => {
  const grace = wait && wait_unit ? `, after ${durationWords(wait, wait_unit)} of grace` : '';
  return `${take_profit ?? '0'}% for ${durationWords(duration, duration_unit)}${grace}`;
};

/** The name of a currency in the plural, such as US dollars. */
export function currencyWords(currency: Currency): string {
  const format = new Intl.NumberFormat('en-NG', { style: 'currency', currency, currencyDisplay: 'name' });
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Savings that are held in another currency than they are paid in; null for others. */
export const heldWords = ({ pot_currency, limits }: Plan): string | null =>
  pot_currency === limits.currency
    ? null
    : `Held in ${currencyWords(pot_currency)}: each payment is changed at the rate of its moment, less our share. When you stop or it ends, it goes to your ${pot_currency} wallet, as it is.`;

/** A year's return on savings and its method, in a few words. */
export const returnWords = ({ return_rate, is_flexible, pot_currency, limits }: Plan): string =>
  return_rate === null
    ? pot_currency === limits.currency
      ? 'None: you get back what you pay in'
      : `None: it is held in ${currencyWords(pot_currency)}`
    : `${return_rate}% a year, simple, by the day; ${is_flexible ? 'paid when you stop' : 'paid on the last day'}`;

/** The cost of leaving early, in a few words. */
export const penaltyWords = ({ is_flexible, opt_out_penalty }: Plan): string =>
  is_flexible ? 'Stop any time, free' : `${opt_out_penalty}% if you stop early`;

/** The charge for late instalments, in a few words. */
export function chargeWords({ late_charge }: Plan): string {
  if (late_charge === null) return 'Nothing is added';
  const { percent, ceiling, after_days } = late_charge;
  const after = durationWords(after_days, 'day');
  return `${percent}% of what is unpaid of an instalment, once, if it is more than ${after} late; at most ${ceiling}% of the loan in all`;
}

/** The label of the button that accepts a plan. A wallet pays at once, after the PIN. */
export const acceptWords = (source: FundingSource, amount: string, currency: Currency): string =>
  ({
    card: 'Accept and pay by card',
    bank: 'Accept and pay by bank transfer',
    wallet: `Accept and pay ${money(amount, currency)}`,
  })[source];

/** The words above the PIN for a plan that a card or a transfer pays; empty for one that the wallet pays. */
export const agreesLater = (source: FundingSource, what: { words: string; amount: string }) =>
  source === 'wallet'
    ? {}
    : {
        agrees: {
          ...what,
          note:
            source === 'card'
              ? 'Then you pay by card.'
              : 'It begins when a bank transfer of exactly this amount arrives.',
        },
      };

/** The payment of a loan's request fee, in words. */
export const feeWords = (source: FundingSource, fee: string, currency: Currency): string =>
  ({
    card: `The request fee of ${money(fee, currency)} is paid by card next.`,
    bank: `The request fee of ${money(fee, currency)} is paid by bank transfer next.`,
    wallet: `The request fee of ${money(fee, currency)} is paid now.`,
  })[source];
