import { evaluate, type RuleOutput } from '@/engine';
import { now } from '@/lib/clock';

type Time = RuleOutput<'transaction.time'>;

/** The headings of an instant's day and month, and its time, in Lagos. */
export const lagosTime = (at: string, today = now()): Time =>
  evaluate('transaction.time', { at, now: today.toISOString() });

/** The time of day of an instant in Lagos. */
export const timeOf = (instant: string): string => lagosTime(instant).time;

/** Day and time. */
export function momentOf(instant: string): string {
  const { heading, time } = lagosTime(instant);
  return `${heading}, ${time}`;
}

/** The rows of each day, in the order given, under the day's name. */
export function byDay<Row extends { created_at: string }>(
  rows: readonly Row[],
  today: Date,
): { day: string; rows: Row[] }[] {
  const days: { day: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const day = lagosTime(row.created_at, today).heading;
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}
