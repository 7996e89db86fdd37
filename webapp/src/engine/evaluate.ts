import type { RuleInput, RuleName, RuleOutput } from '@pkg/rules/rule-map';
import { evaluate as evaluateAsGiven } from '@pkg/rules/rules.js';
import { wellFormed } from '@/lib/well-formed';

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
