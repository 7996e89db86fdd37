// The contract's comparison: expected members must be present and equal; others are ignored.

/** The difference between an answer and the expected one, in words, or null. */
export function difference(expected, answer, at = 'answer') {
  if (Array.isArray(expected)) {
    if (!Array.isArray(answer)) return `${at}: expected a list, got ${JSON.stringify(answer)}`;
    if (answer.length !== expected.length)
      return `${at}: expected ${expected.length} items, got ${JSON.stringify(answer)}`;
    return first(expected.map((item, index) => difference(item, answer[index], `${at}[${index}]`)));
  }
  if (expected !== null && typeof expected === 'object') {
    if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) {
      return `${at}: expected an object, got ${JSON.stringify(answer)}`;
    }
    return first(
      Object.entries(expected).map(([key, value]) =>
        Object.hasOwn(answer, key)
          ? difference(value, answer[key], `${at}.${key}`)
          : `${at}.${key}: missing in ${JSON.stringify(answer)}`,
      ),
    );
  }
  if (expected === answer) return null;
  return `${at}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(answer)}`;
}

const first = (problems) => problems.find((problem) => problem !== null) ?? null;

/** An error in the form in which it is compared: a case may expect its code and message, bare or under "error". */
export const refused = ({ code, message }) => ({ code, message, error: { code, message } });
