import type { RuleInput, RuleName, RuleOutput } from '@pkg/rules/rule-map';
import { evaluate as evaluateAsGiven } from '@pkg/rules/rules.js';
import { wellFormed } from '@/lib/well-formed';

/**
 * Evaluates a rule. Throws a `RuleCallError` for a malformed call; a refused value is in the result. Texts may be
 * incomplete while being typed: an unpaired surrogate counts as a character.
 */
export function evaluate<R extends RuleName>(rule: R, input: RuleInput<R>): RuleOutput<R> {
  try {
    return evaluateAsGiven(rule, input);
  } catch (error) {
    if ((error as { code?: string }).code !== 'malformed') throw error;
    return evaluateAsGiven(rule, wellFormed(input));
  }
}
