import type { Random } from './random';

/** Texts that people type, texts at the limits of the rules, and texts that are typed to do harm. */

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Of one, two, three and four bytes, letters that combine, and letters from the right to the left. */
const WIDE = 'aZ09éßọ́ṣ中文字😀محمد';

const HARMFUL = [
  '   ',
  '\t',
  '\u00a0',
  '\u3000 ',
  '１２３４５６７８９０１',
  '٠١٢٣٤٥٦٧٨٩٠',
  '-1',
  '1e3',
  '0x10',
  'NaN',
  'null',
  'undefined',
  '[object Object]',
  '{{7*7}}',
  '#{7*7}',
  '=HYPERLINK("http://x")',
  "' OR 1=1 --",
  '"><script>window.harmed = true</script>',
  '<img src=x onerror="window.harmed = true">',
  '../../etc/passwd',
  '%00%0a',
  '\\u0000',
  '\u0000',
  'a\u0000b',
  'line\nbreak',
  'tab\tbed',
  '\u202eevil',
  'zero\u200bwidth',
  '\ufeffmark',
  'unpaired \ud83d surrogate',
  '\udc00',
  '👩\u200d👧\u200d👦',
  'e\u0301',
  '\u1ecd\u0301\u0323',
  'İıſß',
  '𝟘𝟙𝟚𝟛',
  'ﷺ',
] as const;

/** A text that no form expects. */
export const harmful = (random: Random): string =>
  random.chance(90)
    ? random.pick(HARMFUL)
    : random.text(random.chance(50) ? 'x' : WIDE, random.between(201, 3000));

/** A text of a length near one of the limits. */
export function around(random: Random, limits: readonly number[], alphabet: string = LETTERS): string {
  const length = Math.max(0, random.pick(limits) + random.between(-1, 1));
  return random.text(random.chance(25) ? WIDE : alphabet, length);
}

const FIRST = ['Amina', 'Bayo', 'Chidinma', 'Ọláyínká', 'Ṣọlá', 'Ngozi', 'محمد', 'José', 'Zoë', 'Ada'];
const LAST = ['Bello', 'Okafor', "O'Brien", 'Ogunleye-Eze', 'Ṣóyẹmí', 'Danjuma', 'Nwosu', '李'];

export const firstName = (random: Random): string => random.pick(FIRST);
export const lastName = (random: Random): string => random.pick(LAST);
export const fullName = (random: Random): string => `${firstName(random)} ${lastName(random)}`;

/** Other ways to write a text: blanks around it, another case, its accents as characters of their own. */
export function rewritten(random: Random, text: string): string {
  return random.pick([
    ` ${text}`,
    `${text} `,
    text.normalize('NFD'),
    text.normalize('NFC'),
    text.toUpperCase(),
    text.toLowerCase(),
    `${text}\u200b`,
    [...text].join(' '),
    text.slice(1),
    `${text}${text}`,
  ]);
}

/** An address that nobody has yet. */
export const email = (random: Random): string =>
  `${random.text('abcdefghij', 6)}.${random.digits(9)}@example.${random.pick(['com', 'ng', 'co.uk'])}`;

export function oddEmail(random: Random): string {
  const tag = random.digits(6);
  return random.pick([
    `plus+${tag}@example.com`,
    `UPPER${tag}@EXAMPLE.COM`,
    ` blank${tag}@example.com `,
    `two..points${tag}@example.com`,
    `.first${tag}@example.com`,
    `last${tag}.@example.com`,
    `${'a'.repeat(random.between(63, 65))}@example.com`,
    `l${tag}@${'b'.repeat(random.between(62, 64))}.com`,
    `l${tag}@${`${'c'.repeat(60)}.`.repeat(3)}${'d'.repeat(random.between(1, 60))}.com`,
    `no-point${tag}@localhost`,
    `number${tag}@127.0.0.1`,
    `literal${tag}@[127.0.0.1]`,
    `"quoted ${tag}"@example.com`,
    `unicode${tag}@bücher.example`,
    `ünï${tag}@example.com`,
    `hyphen${tag}@-example.com`,
    `hyphen${tag}@example-.com`,
    `end${tag}@example.c`,
    `digits${tag}@example.123`,
    `two@at${tag}@example.com`,
    '@example.com',
    'nobody@',
    'nobody',
    `comma${tag}@example,com`,
    `point${tag}@example.com.`,
  ]);
}

/** Not known to anybody, and strong. */
export const password = (random: Random): string =>
  `${random.text('bcdfghjklmnpqrtvwxz', 4)}${random.text('BCDFGHJKLMNPQRTVWXZ', 3)}${random.digits(3)}${random.pick([...'!%&@#$^*?_~'])}`;

const ENDINGS = ['2024!', '123!', '@2025', '#1', '1!', '!', '2024!!', '_99'];
const KNOWN = ['Password', 'Welcome', 'Qwerty', 'Naija', 'Lagos', 'P@ssw0rd', 'Jesus', 'Arsenal'];

/** At a limit, too weak, well known, or made of words such as the brand's, the person's name or address. */
export function oddPassword(random: Random, words: readonly string[]): string {
  const parts = words.flatMap((word) => [word, ...word.split(/[\s@.]+/)]).filter((part) => part.length > 2);
  const own = () => {
    const word = random.pick(parts).replaceAll(' ', '');
    const written = random.pick([
      word,
      word.toLowerCase(),
      word.toUpperCase(),
      word.slice(0, 1).toUpperCase() + word.slice(1),
      word.replaceAll('o', '0').replaceAll('a', '@').replaceAll('e', '3').replaceAll('s', '$'),
      [...word].reverse().join(''),
    ]);
    return `${written}${random.pick(ENDINGS)}`;
  };
  const at = (length: number) => `Aa1!${random.text('bcdfghjkl', Math.max(0, length - 4))}`;
  switch (random.int(parts.length > 0 ? 8 : 5)) {
    case 0:
      return at(random.pick([4, 5, 6, 7, 8, 127, 128, 129]));
    case 1:
      return random.text(random.pick([LETTERS, '0123456789', '!%&@#$', 'abc123', 'ABC!', WIDE]), 9);
    case 2:
      return `${random.pick(KNOWN)}${random.pick(ENDINGS)}`;
    case 3:
      return rewritten(random, password(random));
    case 4:
      return `Aa1!${random.text(WIDE, random.pick([2, 4, 123, 124, 125]))}`;
    default:
      return own();
  }
}

export const phone = (random: Random): string => `0${random.pick([70, 80, 81, 90, 91])}${random.digits(8)}`;

/** Digits that are one too few, one too many, or none. */
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

/** Of somebody of age. */
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
