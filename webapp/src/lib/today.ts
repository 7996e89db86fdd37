import { useSyncExternalStore } from 'react';
import { corrections, now } from './clock';
import { dateFormat } from './date-format';

const inLagos = dateFormat('en-CA', { timeZone: 'Africa/Lagos', dateStyle: 'short' });

/** Today's date in Lagos, `YYYY-MM-DD`, as input for the rules. */
export const lagosToday = (): string => inLagos(now());

/** Today's date in Lagos, updated when the time is corrected. */
export const useToday = (): string => useSyncExternalStore(corrections.subscribe, lagosToday, lagosToday);

/** The date of an instant in Lagos. */
export const lagosDay = (instant: string): string => inLagos(new Date(instant));
