const LAGOS = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos', dateStyle: 'short' });

/** Today's date in Lagos, `YYYY-MM-DD`: the day that the rules get. */
export const lagosToday = (): string => LAGOS.format(new Date());

/** The date of an instant in Lagos. */
export const lagosDay = (instant: string): string => LAGOS.format(new Date(instant));
