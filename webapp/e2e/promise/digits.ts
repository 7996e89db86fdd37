import type { Random } from './random';

/** Numbers and dates, as users type them. */

export const phone = (random: Random): string => `0${random.pick([70, 80, 81, 90, 91])}${random.digits(8)}`;

/** Nearly this many digits: one missing, one too many, separators, digits of another script. */
export function oddDigits(random: Random, count: number): string {
  const right = random.digits(count);
  return random.pick([
    right.slice(1),
    `${right}0`,
    ` ${right}`,
    `${right.slice(1)}x`,
    `+${right}`,
    `${right.slice(0, 3)}-${right.slice(3)}`,
    right.replace(/\d/, '٣'),
    '0'.repeat(count),
  ]);
}

const two = (number: number) => String(number).padStart(2, '0');
const written = (date: Date) =>
  `${two(date.getUTCDate())}-${two(date.getUTCMonth() + 1)}-${date.getUTCFullYear()}`;

/** The date of birth of an adult. */
export const birthday = (random: Random): string =>
  written(new Date(Date.UTC(random.between(1930, 2000), random.int(12), random.between(1, 28))));

/** `today` as `YYYY-MM-DD`. */
export function oddDate(random: Random, today: string): string {
  const [year = 2000, month = 1, day = 1] = today.split('-').map(Number);
  const near = (years: number) =>
    written(new Date(Date.UTC(year - years, month - 1, day + random.between(-2, 2))));
  return random.pick([
    near(18),
    near(18),
    near(0),
    near(120),
    '29-02-2000',
    '29-02-1900',
    '29-02-2023',
    '31-04-1990',
    '00-01-1990',
    '01-13-1990',
    '1-1-1990',
    '1990-01-01',
    '01/01/1990',
    '01-01-90',
    '01-01-0000',
    '01-01-9999',
    ' 01-01-1990',
    '01-01-1990 ',
    '0l-01-1990',
  ]);
}
