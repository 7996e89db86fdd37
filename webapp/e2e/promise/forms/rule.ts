import type { Problem, Values } from '../form';
import type { Visitor } from '../visitor';

/** The server's verdict on a form that is never sent: it is asked for the rule itself. */
export async function askRule(
  visitor: Visitor,
  form: string,
  values: Values,
  context?: Record<string, unknown>,
): Promise<Problem> {
  const input = { values, ...(context && { context }) };
  const answer = await visitor.call('POST', `/rules/form.${form}`, input);
  const { violations = [] } = (answer.body.data ?? answer.body) as Problem['body'];
  return {
    ...answer,
    status: violations.length > 0 ? 422 : answer.status,
    body: { data: null, violations },
  };
}
