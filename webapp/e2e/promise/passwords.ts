import type { Random } from './random';
import { LETTERS, rewritten, WIDE } from './texts';

/** A strong random password. */
export const password = (random: Random): string =>
  `${random.text('bcdfghjklmnpqrtvwxz', 4)}${random.text('BCDFGHJKLMNPQRTVWXZ', 3)}${random.digits(3)}${random.pick([...'!%&@#$^*?_~'])}`;

const ENDINGS = ['2024!', '123!', '@2025', '#1', '1!', '!', '2024!!', '_99'];
const KNOWN = ['Password', 'Welcome', 'Qwerty', 'Naija', 'Lagos', 'P@ssw0rd', 'Jesus', 'Arsenal'];

/** A password near a length limit, too weak, well known, or built from the given words: brand, name, address. */
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
