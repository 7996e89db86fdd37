import type { RuleInput, RuleName, RuleOutput } from '@pkg/rules/rule-map';
import { serverRules } from '@/lib/server-rules';
import { wellFormed } from '@/lib/well-formed';
import { explained, rules } from './modules';

/** Evaluates a rule as the server reads its input: texts unchanged. */
export const evaluateAsGiven = <R extends RuleName>(rule: R, input: RuleInput<R>): RuleOutput<R> =>
  rules().evaluate(rule, input);

/**
 * Evaluates a rule. Throws a `RuleCallError` for a malformed call; a refused value is in the result. Texts may be
 * incomplete while being typed: an unpaired surrogate counts as a character.
 */
export function evaluate<R extends RuleName>(rule: R, input: RuleInput<R>): RuleOutput<R> {
  const module = rules();
  try {
    return module.evaluate(rule, input);
  } catch (error) {
    if ((error as { code?: string }).code !== 'malformed') throw explained(error, module, rule);
    return module.evaluate(rule, wellFormed(input));
  }
}

/** Both modules have the version of all rules. */
export const rulesVersion = (): string => rules().rules_version();

/** Whether the server has other rules: the figures of this page's only advise then. */
export function isOutdated(): boolean {
  const server = serverRules.get();
  return server !== null && server !== rulesVersion();
}
