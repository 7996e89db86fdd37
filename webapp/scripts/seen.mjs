// Lists the product's pages, calls and fixed texts that the journeys have not seen in the browser:
// node scripts/seen.mjs FOLDER [CATALOGUE.json]. FOLDER is the value of E2E_SEEN. Fails if anything unseen is not
// excepted by e2e/harness/unseen.json, and if an exception was seen or does not exist.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, chosen] = process.argv.slice(2);
const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const text = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const escaped = (words) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const catalogue = chosen ? JSON.parse(readFileSync(chosen, 'utf8')) : read('../e2e/harness/catalogue.json');
const excepted = read('../e2e/harness/unseen.json');
const problems = [];

const seen = { page: new Set(), call: new Set(), text: new Set() };
for (const file of readdirSync(folder))
  for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
    const [kind, value] = JSON.parse(line);
    seen[kind].add(value);
  }

/** A pattern for paths such as `/transaction/{reference}` and `/trade/$coin`. */
const template = (path) => new RegExp(`^${escaped(path).replaceAll(/\\\{\w+\\\}|\\\$\w+/g, '[^/]+')}$`);
const blanks = (path) => path.match(/\{\w+\}|\$\w+/g)?.length ?? 0;

/** The templates that were seen: a value counts for the most specific template that matches. */
function reached(templates, values) {
  const narrow = [...templates].sort((one, other) => blanks(one) - blanks(other));
  const found = new Set();
  for (const value of values) {
    const nearest = narrow.find((one) => template(one).test(value));
    if (nearest) for (const same of narrow) if (sameShape(same, nearest)) found.add(same);
  }
  return found;
}
const sameShape = (one, other) => template(one).source === template(other).source;

function report(name, wanted, found, exceptions) {
  const missing = wanted.filter((one) => !found.has(one));
  console.log(`${name}: ${wanted.length - missing.length} of ${wanted.length} seen`);
  for (const one of missing) {
    console.log(`  not seen: ${one}${one in exceptions ? ` (${exceptions[one]})` : ''}`);
    if (!(one in exceptions)) problems.push(`${name}: not seen: ${one}`);
  }
  for (const one of Object.keys(exceptions))
    if (!missing.includes(one))
      problems.push(`${name}: excepted for nothing in e2e/harness/unseen.json: ${one}`);
}

const routed = [...text('../src/app/router.tsx').matchAll(/Page\(\s*'(\/[^']*)'/g)].map(([, path]) =>
  path.replaceAll(/\$(\w+)/g, '{$1}'),
);
const known = new Set(catalogue.pages.map((path) => template(path).source));
const pages = [...catalogue.pages, ...routed.filter((path) => !known.has(template(path).source))];
report('pages', pages, reached(pages, seen.page), excepted.pages);

// Requests are matched against all calls; those of the catalogue have to be seen.
const { paths } = read('../../docs/openapi.json');
const contract = Object.entries(paths).flatMap(([path, verbs]) =>
  Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
);
const calls = catalogue.calls.map((call) => call.replace(' /', ' /api/'));
const met = reached([...new Set([...calls, ...contract])], seen.call);
report('calls', calls, met, excepted.calls);
const others = contract.filter((call) => !calls.some((one) => sameShape(one, call)) && !met.has(call));
console.log(`calls beside the catalogue that no journey makes in the browser: ${others.length}`);
for (const call of others) console.log(`  ${call}`);

const wording = (words) => new RegExp(escaped(words).replaceAll(/\\\{.*?\\\}/g, '.{1,60}?'), 'i');
const texts = [...seen.text];
const said = catalogue.messages.filter((words) => texts.some((one) => wording(words.trim()).test(one)));
report('wordings', catalogue.messages, new Set(said), excepted.messages);

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
