import type { FormName, RuleInput, RuleName, RuleOutput, Violation } from '@pkg/rules/rule-map';
import init from '@pkg/rules/rules.js';
import wasmUrl from '@pkg/rules/rules_bg.wasm?url';

/** As the server reads it: texts unchanged. */
export { evaluate as evaluateAsGiven, rules_version as rulesVersion } from '@pkg/rules/rules.js';
export { evaluate } from './evaluate';
export type { FormName, RuleInput, RuleName, RuleOutput, Violation };

let ready: Promise<void> | undefined;

/**
 * Loads the rules once; afterwards `evaluate` and `checkForm` run synchronously, on this thread. After a failure the
 * next call tries again.
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
