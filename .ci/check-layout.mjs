#!/usr/bin/env node
// Checks which part of the source may know which other: dependencies point down only.
// A reader may then trust that a rule has no clock and that one feature does not reach into another.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const areas = 'identity|wallet|bills|plans|signals|community|settings';
const problems = [];

const files = (folder, extensions) => {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  } catch {
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

// The rules: no clock, no I/O, no server, no browser.
for (const path of files('domain-core/src', ['.rs'])) {
  forbid(
    path,
    /\b(tokio|sqlx|axum|js_sys|web_sys)::|\bstd::(time|fs|env|net|process|thread)\b/,
    'a rule knows no clock, no I/O, no host',
  );
  if (/src\/(money|validation|calendar)\b/.test(path)) {
    forbid(path, new RegExp(`\\bcrate::(${areas})\\b`), 'shared ground knows no area');
  }
}

// Only the ledger and the migrations touch the ledger's tables.
for (const path of files('backend/src', ['.rs'])) {
  if (/src\/(ledger|cli|db)\//.test(path)) continue;
  forbid(
    path,
    /\b(insert\s+into|update|delete\s+from)\s+(ledger_\w+|postings|entries|transfers)\b/i,
    'only backend/src/ledger moves money',
  );
}

// The web app: app → routes → features → payment → ui | api | engine | lib. An import points to a lower rank or stays in
// its folder; the lowest four are one group; a feature does not import another one.
const webRank = { app: 4, routes: 3, features: 2, payment: 1, ui: 0, api: 0, engine: 0, lib: 0 };
const layerOf = (path) => path.match(/^webapp\/src\/([^/]+)\//)?.[1];
const featureOf = (path) => path.match(/^webapp\/src\/features\/([^/]+)\//)?.[1];
for (const path of files('webapp/src', ['.ts', '.tsx'])) {
  const source = readFileSync(join(root, path), 'utf8');
  for (const [, specifier] of source.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)) {
    const target = specifier.startsWith('.')
      ? relative(root, resolve(root, dirname(path), specifier))
      : specifier.replace(/^[@~#]\//, 'webapp/src/');
    const [from, to] = [layerOf(path), layerOf(`${target}/`)];
    if (from === 'features' && to === 'features' && featureOf(path) !== featureOf(`${target}/`)) {
      problems.push(`${path}: a feature imports another feature: ${specifier}`);
    }
    if (from !== to && webRank[to] >= webRank[from] && webRank[to] > 0) {
      problems.push(`${path}: ${from} imports upwards: ${specifier}`);
    }
  }
}

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0 ? 'layout: dependencies point down only' : `layout: ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
