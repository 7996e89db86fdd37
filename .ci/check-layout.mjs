#!/usr/bin/env node
// Checks the dependencies between parts of the source: they point down only. So a rule cannot use a clock, and features
// cannot use one another.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const areas = ['identity', 'wallet', 'bills', 'plans', 'signals', 'community', 'settings'];
const problems = [];

const files = (folder, extensions) => {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  } catch {
    // An empty result is an error, or a renamed folder would pass unchecked.
    problems.push(`${folder}: the folder is missing`);
    return [];
  }
  return entries
    .filter((entry) => entry.isFile() && extensions.some((end) => entry.name.endsWith(end)))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)));
};

const forbid = (path, pattern, why) => {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  for (const [index, line] of lines.entries()) {
    if (/^\s*(\/\/|\*)/.test(line)) continue;
    if (pattern.test(line)) problems.push(`${path}:${index + 1}: ${why}: ${line.trim()}`);
  }
};

// The server: crates depend on what their manifests name, so the compiler checks them. What is still one crate has
// folders with ranks, and imports point to a lower rank.
const ranks = {

  reconciliation: 11, rules: 11, account: 12, sandbox: 12, jobs: 12, server: 13, cli: 14,
};
/** The Rust sources of the server's crates. */
const serverFiles = files('backend', ['.rs']).filter((path) => /^backend\/\w+\/src\//.test(path));
const folderOf = (path) => path.match(/^backend\/\w+\/src\/(\w+)/)?.[1];
const isTest = (path) => /(^|\/)(tests|testing|\w+_tests)(\.rs$|\/)/.test(path);

// Expands `use a::{b, c::d}` to a::b and a::c::d. Inline paths need no expansion.
const expand = (tree) => {
  const [, prefix, list] = tree.match(/^((?:\w+::)*)\{(.*)\}$/s) ?? [];
  if (list === undefined) return [tree.replace(/\s+as\s+\w+$/, '')];
  const parts = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= list.length; at += 1) {
    if (list[at] === '{') depth += 1;
    if (list[at] === '}') depth -= 1;
    if (at === list.length || (list[at] === ',' && depth === 0)) {
      parts.push(list.slice(from, at).trim());
      from = at + 1;
    }
  }
  return parts.filter(Boolean).flatMap((part) => expand(part).map((rest) => prefix + rest));
};

const withoutTests = (path) => readFileSync(join(root, path), 'utf8').split(/^#\[cfg\(test\)\]\s*\nmod \w+ \{/m)[0];

/** Paths of this crate in a source, with their lines. */
const named = (source) => {
  const code = source.replace(/^\s*\/\/.*$/gm, '');
  const found = [];
  const lineAt = (index) => code.slice(0, index).split('\n').length;
  for (const match of code.matchAll(/\buse\s+((?:crate|self|super)::[^;]+);/g)) {
    for (const path of expand(match[1].replace(/\s+/g, ' '))) found.push([path, lineAt(match.index)]);
  }
  for (const match of code.matchAll(/(?<!use |::)\b(?:crate|self|super)(?:::\w+)+/g)) {
    found.push([match[0], lineAt(match.index)]);
  }
  return found;
};

// The rules: no clock, no I/O, no server, no browser.
for (const path of files('domain-core/src', ['.rs'])) {
  if (/(^|\/)tests(\.rs$|\/)/.test(path)) continue;
  forbid(
    path,
    /\b(tokio|sqlx|axum|js_sys|web_sys)::|\bstd::(time|fs|env|net|process|thread)\b/,
    'a rule knows no clock, no I/O, no host',
  );
  const area = path.match(/^domain-core\/src\/(\w+)/)?.[1];
  if (/^(lib|catalogue)$/.test(area)) continue;
  for (const [name, line] of named(readFileSync(join(root, path), 'utf8'))) {
    const [from, target] = name.split('::');
    if (from !== 'crate' || target === area || !areas.includes(target)) continue;
    problems.push(`${path}:${line}: an area imports ground, never another area: ${name}`);
  }
}

for (const path of files('backend/server/src', ['.rs'])) {
  const folder = folderOf(path);
  if (folder === 'lib' || folder === 'main') continue;
  const rank = ranks[folder];
  if (rank === undefined) problems.push(`${path}: the folder ${folder} has no rank`);
  if (isTest(path)) continue;
  const source = withoutTests(path);
  for (const [name, line] of named(source)) {
    const [from, target, ...inner] = name.split('::');
    if (from !== 'crate') continue;
    // Macros live at the crate root.
    if (!(target in ranks) || target === folder) continue;
    if (ranks[target] > rank || (ranks[target] === rank && rank > 0)) {
      problems.push(`${path}:${line}: ${folder} (rank ${rank}) imports ${target} (rank ${ranks[target]}): ${name}`);
    }
    // `crate::wallet::routes` is the router that the server mounts; everything inside is private to the folder.
    if (inner.includes('store') || (inner[0] === 'routes' && inner.length > 1)) {
      problems.push(`${path}:${line}: only ${target} itself names its stores and routes: ${name}`);
    }
  }
}

// Each table belongs to the folder that its migration names. Only that folder writes to it, and only the listed folders
// read it: `-- owner: ledger, read by payment`. A later migration adds readers with `-- reads: plans users`.
const owners = new Map();
for (const path of files('backend/migrations', ['.sql'])) {
  let owner;
  for (const line of readFileSync(join(root, path), 'utf8').split('\n')) {
    const named = line.match(/^-- owner: (\w+)(?:, read by ([\w, ]+))?$/);
    if (named) owner = { folder: named[1], readers: named[2]?.split(', ') ?? [] };
    const [, reader, read] = line.match(/^-- reads: (\w+) (\w+)$/) ?? [];
    if (reader) owners.get(read)?.readers.push(reader);
    const table = line.match(/^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/)?.[1];
    if (!table) continue;
    if (!owner) problems.push(`${path}: the table ${table} names no owner`);
    if (!owners.has(table)) owners.set(table, owner);
    owner = undefined;
  }
}
/** The owner's name of a file: the crate of an area, or the folder in a crate of several. */
const ownerOf = (path) => {
  const [, crate, folder] = path.match(/^backend\/(\w+)\/src\/(\w+)/);
  return ['ground', 'service', 'server'].includes(crate) || folder === 'ledger' ? folder : crate;
};
for (const path of serverFiles) {
  if (isTest(path) || ownerOf(path) === 'db') continue;
  const source = withoutTests(path);
  for (const [statement, verb, table] of source.matchAll(/\b(DELETE FROM|FROM|JOIN|INTO|UPDATE)\s+(\w+)/g)) {
    const owner = owners.get(table);
    const folder = ownerOf(path);
    const mayRead = verb === 'FROM' || verb === 'JOIN' ? owner?.readers.includes(folder) : false;
    if (owner && owner.folder !== folder && !mayRead) {
      const line = source.slice(0, source.indexOf(statement)).split('\n').length;
      problems.push(`${path}:${line}: ${verb} ${table}: the table belongs to ${owner.folder}`);
    }
  }
}

// The web app: app → routes → features → payment → ui | api | engine | lib. Imports point to a lower rank or stay in
// the folder; the lowest four are one group; features do not import one another.
const webRank = { app: 4, routes: 3, features: 2, payment: 1, ui: 0, api: 0, engine: 0, lib: 0 };
const layerOf = (path) => path.match(/^webapp\/src\/([^/]+)\//)?.[1];
const featureOf = (path) => path.match(/^webapp\/src\/features\/([^/]+)\//)?.[1];
/** The imports of a file: as written, as a path from the root, and whether by `import()`. */
const webImports = (path) => {
  const source = readFileSync(join(root, path), 'utf8');
  return [...source.matchAll(/(?:from|import)\s*(\()?\s*['"]([^'"]+)['"]/g)].map(([, call, specifier]) => [
    specifier,
    specifier.startsWith('.')
      ? relative(root, resolve(root, dirname(path), specifier))
      : specifier.replace(/^[@~#]\//, 'webapp/src/'),
    call !== undefined,
  ]);
};
for (const path of files('webapp/src', ['.ts', '.tsx'])) {
  for (const [specifier, target] of webImports(path)) {
    const [from, to] = [layerOf(path), layerOf(`${target}/`)];
    if (from === 'features' && to === 'features' && featureOf(path) !== featureOf(`${target}/`)) {
      problems.push(`${path}: a feature imports another feature: ${specifier}`);
    }
    if (from !== to && webRank[to] >= webRank[from] && webRank[to] > 0) {
      problems.push(`${path}: ${from} imports upwards: ${specifier}`);
    }
  }
}

// Sample settings for operators name only settings that the server reads (`NAME_FILE` stands for `NAME`), and every
// setting is documented.
const read = (path) => readFileSync(join(root, path), 'utf8');
const sources = serverFiles.filter((path) => !isTest(path));
const settings = new Set();
for (const path of sources) {
  const source = withoutTests(path);
  for (const [, name] of source.matchAll(/"(AJO_[A-Z_]*[A-Z])"/g)) settings.add(name);
}
const samples = ['Dockerfile', 'compose.yaml', ...files('docs/deploy', [''])];
for (const path of samples) {
  for (const [name] of read(path).matchAll(/\bAJO_[A-Z_]*[A-Z]\b/g)) {
    if (name === 'AJO_TOOLS' || settings.has(name) || settings.has(name.replace(/_FILE$/, ''))) continue;
    problems.push(`${path}: the server reads no setting ${name}`);
  }
}
const documented = read('docs/operations.md') + read('docs/providers.md');
for (const name of settings) {
  if (!documented.includes(`\`${name}\``)) problems.push(`docs/operations.md: the setting ${name} is missing`);
}

// No import cycles between files, except through a folder's own mod.rs and, in the web app, through a lazy `import()`.

/** Cycles found by depth-first search. */
const cycles = (imports) => {
  const found = [];
  const state = new Map();
  const path = [];
  const visit = (file) => {
    state.set(file, 'open');
    path.push(file);
    for (const next of imports.get(file) ?? []) {
      if (state.get(next) === 'open') found.push([...path.slice(path.indexOf(next)), next]);
      else if (!state.has(next)) visit(next);
    }
    path.pop();
    state.set(file, 'done');
  };
  for (const file of imports.keys()) if (!state.has(file)) visit(file);
  return found;
};

const reportCycles = (imports) => {
  for (const cycle of cycles(imports)) problems.push(`${cycle[0]}: import cycle: ${cycle.join(' → ')}`);
};

/** Files of a crate and their imports, excluding modules that declare others. */
const rustImports = (src) => {
  const paths = files(src, ['.rs']).filter((path) => !isTest(path));
  const moduleOf = (path) =>
    relative(src, path).replace(/\.rs$/, '').split('/').filter((name) => !/^(mod|lib|main)$/.test(name));
  const sources = new Map(paths.map((path) => [path, withoutTests(path)]));
  const byModule = new Map(paths.map((path) => [moduleOf(path).join('::'), path]));
  const isFolder = (path) => /(^|\/)(mod|lib|main)\.rs$/.test(path) || /^\s*(pub(\(.*?\))? )?mod \w+;/m.test(sources.get(path));
  const fileOf = (segments) => {
    for (let length = segments.length; length > 0; length -= 1) {
      const file = byModule.get(segments.slice(0, length).join('::'));
      if (file) return file;
    }
    return undefined;
  };
  const imports = new Map();
  for (const [path, source] of sources) {
    if (isFolder(path)) continue;
    const own = moduleOf(path);
    const targets = named(source)
      .map(([name]) => {
        const [first, ...rest] = name.split('::');
        if (first === 'crate') return fileOf(rest);
        const up = rest.findIndex((segment) => segment !== 'super');
        const above = first === 'self' ? own : own.slice(0, -1 - Math.max(up, 0));
        return fileOf([...above, ...(first === 'self' ? rest : rest.slice(Math.max(up, 0)))]);
      })
      .filter((target) => target && target !== path && !isFolder(target));
    imports.set(path, new Set(targets));
  }
  return imports;
};
for (const crate of new Set(serverFiles.map((path) => path.split('/')[1]))) reportCycles(rustImports(`backend/${crate}/src`));
reportCycles(rustImports('domain-core/src'));

const webFiles = new Set(files('webapp/src', ['.ts', '.tsx']));
const webFileOf = (target) =>
  [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((path) => webFiles.has(path));
const importedAtOnce = (path) => {
  const targets = webImports(path).filter(([, , isLater]) => !isLater);
  return new Set(targets.map(([, target]) => webFileOf(target)).filter(Boolean));
};
reportCycles(new Map([...webFiles].map((path) => [path, importedAtOnce(path)])));

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
const entryPages = openPages();
if (entryPages.length < 5) problems.push(`${router}: its pages before the sign-in are not recognised`);
const reached = new Map([...entryPages, 'webapp/src/main.tsx'].map((path) => [path, [path]]));
for (const [path, way] of reached) {
  if (path.startsWith('webapp/src/engine/')) continue;
  // The router's own pages are handled above.
  for (const specifier of [...valuesFrom(path), ...(path === router ? [] : loadedBy(path))]) {
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

// The files that `make mutants` mutates. A moved file would silently drop out.
const mutated = readFileSync(join(root, '.cargo/mutants.toml'), 'utf8').match(/examine_globs = \[([^\]]*)\]/)?.[1] ?? '';
const globs = [...mutated.matchAll(/"([^"]+)"/g)].flatMap(([, glob]) => {
  const [, before, names, after] = glob.match(/^([^{]*)\{([^}]*)\}(.*)$/) ?? [];
  return names === undefined ? [glob] : names.split(',').map((name) => before + name + after);
});
if (globs.length === 0) problems.push('.cargo/mutants.toml: no examine_globs');
const rules = files('domain-core/src', ['.rs']);
for (const glob of globs) {
  const pattern = glob.replace(/[.]/g, '\\$&').replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(.*/)?'));
  const whole = new RegExp(`^${pattern}$`);
  if (!rules.some((path) => whole.test(path))) problems.push(`.cargo/mutants.toml: no file is called ${glob}`);
}

// Each guarded write names its test that writes in between: a function, or a scenario of `on_both!`.
const guarded = 'docs/check-and-write.md';
const tests = new Set();
for (const path of files('backend', ['.rs'])) {
  const source = read(path);
  const marked = source.matchAll(/#\[(?:tokio::)?test(?:\([^\]]*\))?\]\s*(?:#\[[^\]]*\]\s*)*(?:async )?fn (\w+)\(/g);
  // The macro ends at its closing brace at the start of a line.
  const scenarios = [...source.matchAll(/^(?:crate::)?on_both! \{$([\s\S]*?)^\}$/gm)].flatMap(([, inside]) => [
    ...inside.matchAll(/^ {4}async fn (\w+)\(/gm),
  ]);
  for (const [, name] of [...marked, ...scenarios]) tests.add(name);
}
const rows = read(guarded).split('\n').filter((line) => line.startsWith('| '));
if (rows.length < 50) problems.push(`${guarded}: its table is not recognised`);
for (const row of rows.slice(1)) {
  const test = row.match(/\| `(\w+)` \|$/)?.[1];
  if (!tests.has(test)) problems.push(`${guarded}: no such test: ${row}`);
}

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0 ? 'layout: dependencies point down only' : `layout: ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
