// The modules of the rules, each loaded by the pages that need it.
import { dirname, relative, resolve } from 'node:path';
import { forbid, problems, read, root } from './source.mjs';
import { webFileOf, webFiles } from './web-source.mjs';

// Before sign-in only the entry module is loaded. Pages before sign-in, and everything they import, use only
// `@/engine/entry`, whose types cover no other rules. Pages wrapped in `withRules` wait for all rules.
const router = 'webapp/src/app/router.tsx';
const openPages = () => {
  const source = read(router);
  const loaders = new Map(
    [...source.matchAll(/const (\w+) = \(\) => import\('@\/(routes\/[^']+)'\)/g)].map(([, name, path]) => [name, path]),
  );
  const used = [...source.matchAll(/\bopenPage\(\s*'[^']*',\s*(\w+)/g)].map(([, name]) => loaders.get(name));
  return [...new Set(used)].filter(Boolean).map((path) => webFileOf(`webapp/src/${path}`));
};
/** Modules from which a file imports values at once. */
const valuesFrom = (path) => {
  const imports = read(path).matchAll(/^(?:import|export)\s+(?!type\b)([^;'"]*?)\s*from\s*['"]([^'"]+)['"]/gm);
  const hasValue = (names) => !/^\{/.test(names) || /(?:[{,]\s*)(?!type\s|\s|\})\w/.test(names);
  return [...imports].filter(([, names]) => hasValue(names)).map(([, , specifier]) => specifier);
};
/** Modules that a file loads lazily: pages and sheets. */
const loadedBy = (path, before = '') =>
  [...read(path).matchAll(new RegExp(`${before}\\bimport\\('([^']+)'\\)`, 'g'))].map(([, specifier]) => specifier);
/** The file that an import refers to. */
const importedFile = (path, specifier) =>
  webFileOf(
    specifier.startsWith('.') ? relative(root, resolve(root, dirname(path), specifier)) : specifier.replace(/^@\//, 'webapp/src/'),
  );
// `load` loads the modules; `hidden` masks balances, which do not exist before sign-in.
const beforeSigningIn = new Set(['entry', 'load', 'hidden'].map((name) => `@/engine/${name}`));
const withAll = /\bwith(?:Later)?Rules\(\s*(?:async )?\(\) =>\s*/.source;
const entryPages = openPages();
if (entryPages.length < 5) problems.push(`${router}: its pages before the sign-in are not recognised`);
const reached = new Map([...entryPages, 'webapp/src/main.tsx'].map((path) => [path, [path]]));
for (const [path, way] of reached) {
  if (path.startsWith('webapp/src/engine/')) continue;
  // The router's own pages are handled above.
  const waits = new Set(loadedBy(path, withAll));
  const loaded = path === router ? [] : loadedBy(path).filter((one) => !waits.has(one));
  for (const specifier of [...valuesFrom(path), ...loaded]) {
    if (/^@\/engine(\/|$)/.test(specifier) && !beforeSigningIn.has(specifier)) {
      problems.push(`${path}: a visitor has only @/engine/entry before signing in, not ${specifier} (${way.join(' → ')})`);
    }
    const file = importedFile(path, specifier);
    if (file && !reached.has(file)) reached.set(file, [...way, file]);
  }
}

// The rules of plans, coins, signals and bills are loaded with their screens: a module that imports `@/engine/later`, at once or
// through others, is loaded by `withLaterRules`.
const withLater = /\bwithLaterRules\(\s*(?:async )?\(\) =>\s*/.source;
const withoutLater = new Map([['webapp/src/main.tsx', ['webapp/src/main.tsx']]]);
for (const [path, way] of withoutLater) {
  if (path.startsWith('webapp/src/engine/')) continue;
  const guarded = new Set(loadedBy(path, withLater));
  for (const specifier of [...valuesFrom(path), ...loadedBy(path).filter((one) => !guarded.has(one))]) {
    if (specifier === '@/engine/later') {
      problems.push(`${path}: @/engine/later needs withLaterRules (src/engine/load.ts): ${way.join(' → ')}`);
    }
    const file = importedFile(path, specifier);
    if (file && !withoutLater.has(file)) withoutLater.set(file, [...way, file]);
  }
}
if (withoutLater.size < 50) problems.push('webapp/src/main.tsx: the files that it loads are not recognised');
// Code that every page loads does not import the router, whose chunk changes with each page's (vite.config.ts).
for (const path of webFiles) {
  if (!/^webapp\/src\/app\/\w+\//.test(path) || /\.test\.tsx?$/.test(path)) continue;
  if (valuesFrom(path).some((specifier) => importedFile(path, specifier) === router)) {
    problems.push(`${path}: only what lies directly in webapp/src/app imports the router`);
  }
}
// The hooks for any form are the engine's own.
for (const path of webFiles) {
  if (path.startsWith('webapp/src/engine/') || /\.test\.tsx?$/.test(path)) continue;
  forbid(path, /\buseAny(Engine|Prepared)Form\b|@\/engine\/(evaluate|prepared-form)'/, 'only @/engine/later has any rule');
}
