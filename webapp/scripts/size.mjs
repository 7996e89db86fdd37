#!/usr/bin/env node
// Checks the size of a visitor's downloads against the budgets, brotli at 11, in kB of 1000 bytes.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const budgets = {
  js: 135_000,
  css: 15_000,
  entry: 60_000,
  first: 195_000,
  rules: 110_000,
  later: 96_000,
  estimate: 660_000,
  route: 43_000,
  charts: 60_000,
};

const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const weighed = new Map();
const weigh = (file) => {
  if (!weighed.has(file)) {
    const bytes = readFileSync(join(dist, file));
    weighed.set(file, {
      raw: bytes.length,
      brotli: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
    });
  }
  return weighed.get(file);
};

/** A chunk and all its static imports. */
const closure = (key, seen = new Set()) => {
  if (seen.has(key) || !manifest[key]) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) closure(imported, seen);
  return seen;
};

const entry = 'index.html';
// If the login screen is a separate chunk, it is part of the login's first load.
const login = Object.keys(manifest).filter(
  (key) =>
    manifest[key].isDynamicEntry && /(?:^|\/)login(?:[.-](?:screen|page|route|lazy))*\.tsx?/i.test(key),
);
const first = new Set([entry, ...login].flatMap((key) => [...closure(key)]));
// The script that preloads the rules is part of every first load.
const js = new Set([...first, 'src/start.ts'].map((key) => manifest[key].file));
const css = new Set([...first].flatMap((key) => manifest[key].css ?? []));

const files = readdirSync(dist, { recursive: true }).map(String);
// The archive's module is for programs.
const wasm = files.filter((file) => file.endsWith('.wasm') && !file.startsWith('check/'));
const named = (name) => wasm.filter((file) => basename(file).startsWith(name));
const modules = ['entry_bg', 'rules_bg', 'later', 'estimate_bg'].map(named);
const [entryRules, rules, laterRules, estimate] = modules;
const sum = (chosen) =>
  [...chosen]
    .map(weigh)
    .reduce((total, one) => ({ raw: total.raw + one.raw, brotli: total.brotli + one.brotli }), {
      raw: 0,
      brotli: 0,
    });

const checks = [
  ['first load of /login: JavaScript', sum(js), budgets.js],
  ['first load of /login: CSS', sum(css), budgets.css],
  ['first load of /login: WebAssembly, rules before the sign-in', sum(entryRules), budgets.entry],
  ['first load of /login: everything', sum([...js, ...css, ...entryRules]), budgets.first],
  ['while the visitor types: WebAssembly, rules inside', sum(rules), budgets.rules],
  ['with plans, coins, signals and bills: WebAssembly, their rules', sum(laterRules), budgets.later],
  // The size of the password estimate, docs/design/rules-engine.md#0027, is mostly that of its word lists.
  ['on demand: password estimate WebAssembly', sum(estimate), budgets.estimate],
];
// Code shared by the screens behind the sign-in is loaded with their shell, in one file, and counts for no single one.
// The dashboard is bundled with the sheets that it opens.
const bundled = (name) => Object.keys(manifest).find((key) => manifest[key].name === name);
const [shellFile, homeFile] = [bundled('inside'), bundled('home')];
if (!shellFile || !homeFile)
  throw new Error('size: the files "inside" and "home" are missing: see vite.config.ts');
const shell = closure(shellFile);
for (const [key, chunk] of Object.entries(manifest)) {
  const isEntry = chunk.isDynamicEntry || key === shellFile || key === homeFile;
  if (!isEntry || first.has(key)) continue;
  const shared = (one) => first.has(one) || (shell.has(one) && !shell.has(key));
  const own = [...closure(key)].filter((one) => !shared(one)).map((one) => manifest[one].file);
  checks.push([`route: ${key}`, sum(own), /chart|candle/.test(key) ? budgets.charts : budgets.route]);
}

const kB = (bytes) => (bytes / 1000).toFixed(1).padStart(8);
let failed = 0;
if (wasm.length !== modules.length || modules.some((found) => found.length !== 1)) {
  console.error(`size: expected the modules entry, rules, later and estimate, found ${wasm.join(', ')}`);
  failed += 1;
}
console.log(`${'kB'.padEnd(64)}     raw   brotli   budget`);
for (const [what, size, budget] of checks) {
  const over = size.brotli > budget;
  if (over) failed += 1;
  console.log(
    `${what.slice(-63).padEnd(62)}${kB(size.raw)} ${kB(size.brotli)} ${kB(budget)}${over ? '  OVER' : ''}`,
  );
}
console.log(failed === 0 ? 'size: within the budgets' : `size: ${failed} over budget`);
process.exitCode = failed === 0 ? 0 : 1;
