// The report of the conformance kit, for people and for programs.
import { exactText } from './json-exact.mjs';

/** A result with its example as JSON text. */
export function shown({ wrong, ...result }) {
  if (wrong === null) return { ...result, wrong };
  const { input, expected, got } = wrong;
  return { ...result, wrong: { input, expected: exactText(expected), got: exactText(got) } };
}

export function lines(result) {
  const { rule, calls, right, wrong } = shown(result);
  if (wrong === null) return [`${rule}: ${right} of ${calls} right`];
  return [
    `${rule}: ${right} of ${calls} right; the first wrong one, made small:`,
    ...['input', 'expected', 'got'].map((key) => `    ${key.padEnd(8)} ${wrong[key]}`),
  ];
}

/** Counts of all results. */
export function totals(results) {
  const implemented = results.filter(({ calls }) => calls !== null);
  const wrong = implemented.filter((result) => result.wrong !== null);
  return {
    rules: results.length,
    right: implemented.length - wrong.length,
    wrong: wrong.length,
    not_implemented: results.length - implemented.length,
    calls: implemented.reduce((sum, { calls }) => sum + calls, 0),
  };
}
