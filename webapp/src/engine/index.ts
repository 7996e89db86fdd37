import init, { evaluate as evaluateRule } from '@pkg/rules/rules.js';
import wasmUrl from '@pkg/rules/rules_bg.wasm?url';
import type { RuleMap } from '@pkg/rules/rule-map';

export type { RuleMap };
export type RuleName = keyof RuleMap;
export type Input<R extends RuleName> = RuleMap[R]['input'];
export type Output<R extends RuleName> = RuleMap[R]['output'];

/** A value that a rule refuses: the same shape from the engine in this page and from the server. */
export interface Violation {
  field: string;
  code: string;
  params: Record<string, unknown>;
  message: string;
}

let ready: Promise<void> | undefined;

/** Loads the rules once. A failed load may be tried again: the next call starts anew. */
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

/** Asks a rule, at once: the rules run on this thread. Call it only after `engineReady`. */
export function evaluate<R extends RuleName>(rule: R, input: Input<R>): Output<R> {
  return evaluateRule(rule, input) as Output<R>;
}
