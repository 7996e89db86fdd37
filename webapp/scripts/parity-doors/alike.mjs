// Whether two doors' answers are the same: byte for byte, with one exception.

// The zxcvbn crate walks hash maps, whose order changes from run to run, and now and then settles on another way to take
// a password apart. Its estimate is advice; two estimates are alike when they are within this many powers of ten.
const estimateTolerance = 1;

export function alike(rule, one, other) {
  if (one === other) return true;
  if (rule !== 'password.estimate' || one.startsWith('!') || !other.startsWith('{')) return false;
  const [first, second] = [JSON.parse(one), JSON.parse(other)];
  return (
    Math.abs(first.guesses_log10 - second.guesses_log10) <= estimateTolerance &&
    Math.abs(first.score - second.score) <= estimateTolerance
  );
}
