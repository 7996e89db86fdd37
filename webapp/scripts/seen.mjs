// Which pages and calls the journeys have not seen in the browser, and which of the wordings that a file lists:
// node scripts/seen.mjs FOLDER [WORDINGS.json]. FOLDER is what E2E_SEEN named; a wording may hold {placeholders}.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, wordings] = process.argv.slice(2);
const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const seen = { page: new Set(), call: new Set(), text: new Set() };
for (const file of readdirSync(folder))
  for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
    const [kind, value] = JSON.parse(line);
    seen[kind].add(value);
  }

/** Lists what nothing seen matches. */
function report(name, wanted, patternOf, found) {
  const missing = wanted.filter((one) => !found.some((value) => patternOf(one).test(value)));
  console.log(`${name}: ${wanted.length - missing.length} of ${wanted.length} seen`);
  for (const one of missing) console.log(`  not seen: ${one}`);
}

const pages = [...read('../src/app/router.tsx').matchAll(/Page\(\s*'(\/[^']*)'/g)].map(([, path]) => path);
report('pages', pages, (path) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`), [...seen.page]);

const { paths } = JSON.parse(read('../../docs/openapi.json'));
const calls = Object.entries(paths).flatMap(([path, verbs]) =>
  Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
);
report('calls', calls, (call) => new RegExp(`^${call.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`), [...seen.call]);

if (wordings) {
  const wanted = JSON.parse(readFileSync(wordings, 'utf8'));
  const pattern = (text) => new RegExp(escaped(text).replaceAll(/\\\{.*?\\\}/g, '.{1,60}?'), 'i');
  report('wordings', wanted, pattern, [...seen.text]);
}
