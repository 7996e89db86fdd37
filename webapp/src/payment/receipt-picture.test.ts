import { expect, it } from 'vitest';
import { wrapped } from './receipt-picture';

/** Ten to a character. */
const measure = (text: string) => [...text].length * 10;

it('breaks a text into lines, a long word inside it, and loses nothing', () => {
  expect(wrapped('rent for November', 90, measure)).toEqual(['rent for', 'November']);
  expect(wrapped('abcdefghijkl', 50, measure)).toEqual(['abcde', 'fghij', 'kl']);
  expect(wrapped('🙏🙏🙏', 20, measure)).toEqual(['🙏🙏', '🙏']);
  expect(wrapped('', 20, measure)).toEqual(['']);
});
