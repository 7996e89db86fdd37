// Compares the answers of two doors: byte for byte, with two exceptions.

// The zxcvbn crate iterates over hash maps, whose order changes from run to run and occasionally leads to another
// decomposition of a password. Its estimate is only advice; estimates within this many powers of ten count as equal.
const estimateTolerance = 2;

// JavaScript objects list integer-like keys first, whatever order they were written in. Only these rules pass on keys
// chosen by the caller.
const ownKeys = new Set(['case.snake', 'case.camel']);

const sorted = (_, value) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

export function alike(rule, one, other) {
  if (one === other) return true;
  if (one.startsWith('!') || !other.startsWith('{')) return false;
  const [first, second] = [JSON.parse(one), JSON.parse(other)];
  if (ownKeys.has(rule)) return JSON.stringify(first, sorted) === JSON.stringify(second, sorted);
  if (rule !== 'password.estimate') return false;
  return (
    Math.abs(first.guesses_log10 - second.guesses_log10) <= estimateTolerance &&
    Math.abs(first.score - second.score) <= 1
  );
}
