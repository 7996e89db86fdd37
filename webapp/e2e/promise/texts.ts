import type { Random } from './random';

/** Valid, boundary and hostile texts. */

export const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Characters of one to four bytes, combining marks, and right-to-left letters. */
export const WIDE = 'aZ09éßọ́ṣ中文字😀محمد';

const HOSTILE = [
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

/** A hostile text, sometimes a very long one. */
export const hostile = (random: Random): string =>
  random.chance(90)
    ? random.pick(HOSTILE)
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

/** The text in another spelling: with spaces, in another case, with decomposed accents. */
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

/** An unused email address. */
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
