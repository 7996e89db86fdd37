// The engine for screens of plans, coins, signals and bills: all rules and forms. `.ci/check-layout.mjs` refuses it in modules that
// are loaded without `withLaterRules`.
export { evaluate, evaluateAsGiven } from './evaluate';
export type { RuleInput, RuleName, RuleOutput, Violation } from './index';
export type { Fields } from './use-engine-form';
export { useAnyEngineForm as useEngineForm } from './use-engine-form';
export { useAnyPreparedForm as usePreparedForm } from './use-prepared-form';
