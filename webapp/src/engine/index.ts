import type { FormName, RuleInput, RuleName, RuleOutput, Violation } from '@pkg/rules/rule-map';
import init, { evaluate as evaluateAsGiven } from '@pkg/rules/rules.js';
import wasmUrl from '@pkg/rules/rules_bg.wasm?url';
import { wellFormed } from '@/lib/well-formed';

/** As the server judges what it is given: every text as it stands. */
export { evaluate as evaluateAsGiven, rules_version as rulesVersion } from '@pkg/rules/rules.js';
export type { FormName, RuleInput, RuleName, RuleOutput, Violation };

let ready: Promise<void> | undefined;

/**
 * Loads the rules once; `evaluate` and `checkForm` may be called from then on, and answer at once, on this thread.
 * A failed load may be tried again: the next call starts anew.
 */
export function engineReady(): Promise<void> {
  ready ??= init({ module_or_path: wasmUrl }).then(
    () => undefined,
    (error: unknown) => {
      ready = undefined;
      throw error;
    },
  );
  return ready;
}

/**
 * Evaluates a rule. Throws a `RuleCallError` when it is called wrongly; a refused value is in the answer. Texts may be
 * being typed: half a character in them is taken as a sign of its own.
 */
export function evaluate<R extends RuleName>(rule: R, input: RuleInput<R>): RuleOutput<R> {
  try {
    return evaluateAsGiven(rule, input);
  } catch (error) {
    if ((error as { code?: string }).code !== 'malformed') throw error;
    return evaluateAsGiven(rule, wellFormed(input));
  }
}
