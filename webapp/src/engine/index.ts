import type {
  FormName,
  LaterForm,
  LaterRule,
  RuleInput,
  RuleName,
  RuleOutput,
  Violation,
} from '@pkg/rules/rule-map';
import { evaluate as evaluateAny } from './evaluate';

export type { FormName, RuleInput, RuleName, RuleOutput, Violation };

/** The rules and forms that every screen behind the sign-in has; the others are in `@/engine/later`. */
export type InsideRule = Exclude<RuleName, LaterRule>;
export type InsideForm = Exclude<FormName, LaterForm>;

/** Evaluates a rule. Throws a `RuleCallError` for a malformed call; a refused value is in the result. */
export const evaluate: <R extends InsideRule>(rule: R, input: RuleInput<R>) => RuleOutput<R> = evaluateAny;
