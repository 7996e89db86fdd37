import type { FormName, RuleInput, RuleName, RuleOutput, Violation } from '@pkg/rules/rule-map';

export { evaluate, evaluateAsGiven } from './evaluate';
export type { FormName, RuleInput, RuleName, RuleOutput, Violation };
