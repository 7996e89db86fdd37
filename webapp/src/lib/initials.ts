/** The first letters of a person's first and last name, or of a brand's only word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = ''] = words;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  // By character: a letter may be two code units.
  return [[...first][0], [...last][0]].join('').toUpperCase();
}
