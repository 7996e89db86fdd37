import type { FormName, RuleInput, RuleName, RuleOutput, Violation } from '@pkg/rules/rule-map';
import init from '@pkg/rules/rules.js';
import wasmUrl from '@pkg/rules/rules_bg.wasm?url';

/** As the server judges what it is given: every text as it stands. */
export { evaluate as evaluateAsGiven, rules_version as rulesVersion } from '@pkg/rules/rules.js';
export { evaluate } from './evaluate';
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
