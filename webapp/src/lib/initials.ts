/** The first letters of a person's first and last name, or of a brand's only word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = ''] = words;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return [initial(first), initial(last)].join('').toUpperCase();
}

/** The first letter or digit: a word may be in brackets. By character: a letter may be two code units. */
function initial(word: string): string {
  const characters = [...word];
  return characters.find((one) => /[\p{L}\p{N}]/u.test(one)) ?? characters[0] ?? '';
}
