import { lagosDay } from '@/lib/today';

const DAY_MS = 86_400_000;
const TIME = new Intl.DateTimeFormat(undefined, {
  timeZone: 'Africa/Lagos',
  hour: '2-digit',
  minute: '2-digit',
});
const DAY = new Intl.DateTimeFormat(undefined, {
  timeZone: 'Africa/Lagos',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

/** The time of day of an instant in Lagos. */
export const timeOf = (instant: string): string => TIME.format(new Date(instant));

/** Day and time. */
export const momentOf = (instant: string): string => `${DAY.format(new Date(instant))}, ${timeOf(instant)}`;

/** Lagos keeps the same time all year, so that a day is always as long. */
function dayName(instant: string, now: Date): string {
  const day = lagosDay(instant);
  if (day === lagosDay(now.toISOString())) return 'Today';
  const yesterday = new Date(now.getTime() - DAY_MS);
  return day === lagosDay(yesterday.toISOString()) ? 'Yesterday' : DAY.format(new Date(instant));
}

/** The rows of each day, in the order given, under the day's name. */
export function byDay<Row extends { created_at: string }>(
  rows: readonly Row[],
  now: Date,
): { day: string; rows: Row[] }[] {
  const days: { day: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const day = dayName(row.created_at, now);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}
