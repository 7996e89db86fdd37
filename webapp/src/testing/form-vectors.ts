import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Case {
  form: string;
  values: Record<string, unknown>;
  context: object;
}

/** Every form's test vectors. */
export function formVectors(): Case[] {
  const folder = join(import.meta.dirname, '../../../fixtures');
  const files = readdirSync(folder, { recursive: true }).map(String);
  return files
    .filter((file) => /form\.\w+\.json$/.test(file) && !file.includes('form.field'))
    .flatMap((file) => {
      const { rule, cases } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        rule: string;
        cases: { input: { values?: Record<string, unknown>; context?: object } }[];
      };
      return cases
        .filter(({ input }) => input.values !== undefined && input.values !== null)
        .map(({ input }) => ({
          form: rule.replace('form.', ''),
          values: input.values as Record<string, unknown>,
          context: input.context ?? {},
        }));
    });
}
