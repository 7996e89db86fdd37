import type { Problem, Values } from '../form';
import type { Visitor } from '../visitor';

/** The server's result for a form that is never submitted: it evaluates the rule itself. */
export async function askRule(
  visitor: Visitor,
  form: string,
  values: Values,
  context?: Record<string, unknown>,
): Promise<Problem> {
  return evaluated(visitor, `form.${form}`, { values, ...(context && { context }) });
}

/** The server's result for a rule. */
export async function evaluated(visitor: Visitor, rule: string, input: object): Promise<Problem> {
  const answer = await visitor.call('POST', `/rules/${rule}`, input as Values);
  const { violations = [] } = (answer.body.data ?? answer.body) as Problem['body'];
  return {
    ...answer,
    status: violations.length > 0 ? 422 : answer.status,
    body: { data: null, violations },
  };
}
