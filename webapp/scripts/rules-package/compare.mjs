// Compares two versions of the rules, as modules without imports, on the fixtures and on mutants of them.
import { callsOf, shrunk } from './mutants.mjs';

/** Whether an answer lets something happen; undefined if the rule decides nothing of the kind. */
const accepts = (answer) =>
  answer?.valid ?? ('violation' in (answer ?? {}) ? answer.violation === null : undefined);

const read = (text) => (text.startsWith('!') ? { error: JSON.parse(text.slice(1)) } : JSON.parse(text));

/** Both answers to a call; null if they are the same. */
function difference(before, after, rule, input) {
  const [was, now] = [before.evaluate(rule, input), after.evaluate(rule, input)];
  return was === now ? null : { rule, input, was: read(was), now: read(now) };
}

async function compareRule(before, after, rule, fixtures, options) {
  const counts = { rule, calls: 0, changed: 0, refused: 0, allowed: 0, unread: 0, smallest: null };
  for (const input of callsOf(fixtures, (text) => before.evaluate(rule, text), options)) {
    counts.calls += 1;
    const found = difference(before, after, rule, input);
    if (found === null) continue;
    counts.changed += 1;
    const [was, now] = [accepts(found.was), accepts(found.now)];
    if (was === true && now === false) counts.refused += 1;
    if (was === false && now === true) counts.allowed += 1;
    if (found.now.error && !found.was.error) counts.unread += 1;
    if (counts.smallest === null || input.length < counts.smallest.input.length) counts.smallest = found;
  }
  if (counts.smallest === null) return counts;
  const again = (input) => {
    const found = difference(before, after, rule, input);
    return found === null || found.was.error || found.now.error ? null : found;
  };
  const smallest = await shrunk(counts.smallest, again);
  return { ...counts, smallest: { ...smallest, input: JSON.parse(smallest.input) } };
}

/** The differences of two modules, by rule. */
export async function compare(before, after, fixtures, options) {
  const report = [];
  for (const [rule, cases] of fixtures) report.push(await compareRule(before, after, rule, cases, options));
  return report;
}

export function printComparison(report, versions, seed) {
  const changes = report.filter(({ changed }) => changed > 0);
  const calls = report.reduce((sum, one) => sum + one.calls, 0);
  const compared = `${versions[0]} against ${versions[1]}`;
  console.log(`ajo-rules compare: ${compared}, ${report.length} rules, ${calls} calls, seed ${seed}`);
  for (const { rule, calls, changed, refused, allowed, unread, smallest } of changes) {
    console.log(`${rule}: ${changed} of ${calls} answers differ`);
    if (refused > 0) console.log(`  ${refused} were accepted and are refused`);
    if (allowed > 0) console.log(`  ${allowed} were refused and are accepted`);
    if (unread > 0) console.log(`  ${unread} are not read any more`);
    console.log('  smallest example:');
    for (const key of ['input', 'was', 'now'])
      console.log(`    ${key.padEnd(5)} ${JSON.stringify(smallest[key])}`);
  }
  if (changes.length === 0) console.log('no answer differs');
}
