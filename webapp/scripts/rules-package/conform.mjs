// Asks a program for the answers to the fixtures and to mutants of them, and compares these with the package's own.
import { isDeepStrictEqual } from 'node:util';
import { exact } from './json-exact.mjs';
import { callsOf, shrunk } from './mutants.mjs';

/** Calls that are asked together. */
const together = 64;

/** The program cannot be asked, or not be relied on: nothing can be said about its answers. */
export class CannotAsk extends Error {}

/** The answer in which a module's text is compared: a call error is its code alone, because its words may change. */
export const ofModule = (text) =>
  text.startsWith('!') ? callError(JSON.parse(text.slice(1)).code) : exact(text);

/** The answer of a program for a call error. */
export const callError = (code) => ({ error: { code } });

const isUnknown = (answer) => answer?.error?.code === 'unknown_rule';

/**
 * A program that answers with a module. `ask` takes a rule and inputs as text, and gives as many answers; `settled`
 * fails if the program has said more than it was asked.
 */
export const moduleProgram = (rules) => ({
  ask: async (rule, inputs) => inputs.map((input) => ofModule(rules.evaluate(rule, input))),
  settled: async () => undefined,
  close: async () => undefined,
});

/**
 * The result of one rule: `calls`, how many of them were `right`, and the first `wrong` one, made small. `calls` is
 * null if the program does not implement the rule.
 */
export async function conformRule(own, program, rule, fixtures, options) {
  const expected = (input) => ofModule(own.evaluate(rule, input));
  const compared = (input, got) => {
    const wanted = expected(input);
    return isDeepStrictEqual(got, wanted) ? null : { input, expected: wanted, got };
  };
  const judge = async (input) => compared(input, (await program.ask(rule, [input]))[0]);
  const result = { rule, calls: 0, right: 0, wrong: null };
  const first = await judge(fixtures[0].input);
  if (first !== null && isUnknown(first.got)) return { ...result, calls: null };
  for (const inputs of batches(callsOf(fixtures, (input) => own.evaluate(rule, input), options))) {
    const answers = await program.ask(rule, inputs);
    const wrong = inputs.map((input, index) => compared(input, answers[index])).filter((one) => one !== null);
    result.calls += inputs.length;
    result.right += inputs.length - wrong.length;
    if (wrong.length > 0) result.wrong ??= await alone(program, rule, judge, wrong[0].input);
  }
  if (result.wrong === null) return result;
  // The example of a call that is understood is understood too.
  const isError = result.wrong.expected.error !== undefined;
  const again = async (input) => {
    const found = await judge(input);
    return found !== null && (isError || found.expected.error === undefined) ? found : null;
  };
  return { ...result, wrong: await shrunk(result.wrong, again) };
}

function* batches(inputs) {
  let batch = [];
  for (const input of inputs) {
    batch.push(input);
    if (batch.length < together) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A wrong answer once more, without others around it. */
async function alone(program, rule, judge, input) {
  await program.settled();
  const found = await judge(input);
  if (found !== null) return found;
  const why = 'the answers are out of order, or depend on the calls before';
  throw new CannotAsk(`${rule} is answered rightly alone and wrongly among others: ${why}\n  input ${input}`);
}
