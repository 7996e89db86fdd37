const LAGOS = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos', dateStyle: 'short' });

/** Today where the product lives, `YYYY-MM-DD`: what the rules are given as the day. */
export const lagosToday = (): string => LAGOS.format(new Date());

/** The day of an instant there. */
export const lagosDay = (instant: string): string => LAGOS.format(new Date(instant));
