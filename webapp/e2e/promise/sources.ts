import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = resolve(fileURLToPath(new URL('../../src', import.meta.url)));
/** The form's name is the first argument, or a choice between names. */
const HOOK = /\buseEngineForm(?:<[^()]*?>)?\(\s*([^,]*?),/g;
const PREPARED = /\b(?:usePreparedForm|prepareForm)(?:<[^()]*?>)?\(\s*([^,]*?),/g;
// Rules of forms have this prefix. `form.field` evaluates one field of a form that the file uses as a whole.
const RULE = /\bevaluate\(\s*('form\.(?!field')\w+')/g;

/** A use of a form: the file and the form's name. */
export const siteOf = ({ file, form }: { file: string; form: string }): string => `${file} ${form}`;

/**
 * Every use of a form in the web app's screens: the file and the form's name. A file that uses the same form twice is
 * refused, because one use would hide the other.
 */
export function sitesInSources(): Set<string> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^(engine|testing)\b/.test(file),
  );
  const found = new Set<string>();
  for (const file of files) {
    const text = readFileSync(join(sources, file), 'utf8');
    const hooks = namesIn(file, text.matchAll(HOOK));
    if (new Set(hooks).size < hooks.length)
      throw new Error(`${file} uses a form twice: move one to another file`);
    const judged = namesIn(file, [...text.matchAll(PREPARED), ...text.matchAll(RULE)]);
    for (const form of [...hooks, ...judged]) found.add(siteOf({ file, form }));
  }
  return found;
}

function namesIn(file: string, calls: Iterable<RegExpMatchArray>): string[] {
  return [...calls].flatMap(([call, argument = '']) => {
    const names = [...argument.matchAll(/'(?:form\.)?(\w+)'/g)].map(([, name = '']) => name);
    if (names.length === 0) throw new Error(`${file}: the name of a form cannot be read from ${call}`);
    return names;
  });
}
