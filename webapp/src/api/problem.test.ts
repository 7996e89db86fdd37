import { describe, expect, it } from 'vitest';
import { Problem } from './problem';

describe('a problem', () => {
  it('names a field as the form does, and is otherwise unchanged', () => {
    const violation = (field: string) => ({
      field,
      code: 'mismatch' as const,
      params: {},
      message: 'Not yours.',
    });
    const facts = { status: 422, code: 'refused', message: 'Not yours.' } as const;
    const problem = new Problem({ ...facts, violations: [violation('bvn'), violation('dob')] });
    const renamed = problem.renamed('bvn', 'value');
    expect(renamed).toBeInstanceOf(Problem);
    expect(renamed).toMatchObject({ ...facts, violations: [violation('value'), violation('dob')] });
    expect(problem.violations[0]?.field).toBe('bvn');
  });
});
