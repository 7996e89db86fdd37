import { dateFormat } from './date-format';

const inLagos = dateFormat('en-CA', { timeZone: 'Africa/Lagos', dateStyle: 'short' });

/** Today's date in Lagos, `YYYY-MM-DD`: the day that the rules get. */
export const lagosToday = (): string => inLagos(new Date());

/** The date of an instant in Lagos. */
export const lagosDay = (instant: string): string => inLagos(new Date(instant));
