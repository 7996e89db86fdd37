import { useSyncExternalStore } from 'react';
import { corrections, now } from './clock';
import { dateFormat } from './date-format';

const inLagos = dateFormat('en-CA', { timeZone: 'Africa/Lagos', dateStyle: 'short' });

/** Today's date in Lagos, `YYYY-MM-DD`: the day that the rules get. */
export const lagosToday = (): string => inLagos(now());

/** The same for a screen, which follows when the time is put right. */
export const useToday = (): string => useSyncExternalStore(corrections.subscribe, lagosToday);

/** The date of an instant in Lagos. */
export const lagosDay = (instant: string): string => inLagos(new Date(instant));
