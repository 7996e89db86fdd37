import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = resolve(fileURLToPath(new URL('../../src', import.meta.url)));
/** The form's name stands first, or a choice between names; a rule's name says that it is a form. */
const FORM = /\b(?:useEngineForm|usePreparedForm|prepareForm)(?:<[^()]*?>)?\(\s*([^,]*?),/g;
// `form.field` judges one field of a form that the file uses as a whole.
const RULE = /\bevaluate\(\s*('form\.(?!field')\w+')/g;

/** The forms that the web app's screens use, with the files that do. */
export function formsInSources(): Map<string, string[]> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^(engine|testing)\b/.test(file),
  );
  const found = new Map<string, string[]>();
  for (const file of files) {
    const text = readFileSync(join(sources, file), 'utf8');
    for (const [call, argument = ''] of [...text.matchAll(FORM), ...text.matchAll(RULE)]) {
      const names = [...argument.matchAll(/'(?:form\.)?(\w+)'/g)].map(([, name = '']) => name);
      if (names.length === 0) throw new Error(`${file}: the name of a form cannot be read from ${call}`);
      for (const name of names) found.set(name, [...(found.get(name) ?? []), file]);
    }
  }
  return found;
}
