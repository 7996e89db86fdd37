// Sources, as the checks of the layout read them, and the problems that they find.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
export const problems = [];
export const read = (path) => readFileSync(join(root, path), 'utf8');

/** Paths of the files in a folder, from the root. */
export const files = (folder, extensions) => {
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

/** Refuses lines, other than comments, that match. */
export const forbid = (path, pattern, why) => {
  const lines = read(path).split('\n');
  for (const [index, line] of lines.entries()) {
    if (/^\s*(\/\/|\*)/.test(line)) continue;
    if (pattern.test(line)) problems.push(`${path}:${index + 1}: ${why}: ${line.trim()}`);
  }
};

/** The Rust sources of the server's crates. */
export const serverFiles = files('backend', ['.rs']).filter((path) => /^backend\/\w+\/src\//.test(path));
export const isTest = (path) => /(^|\/)(tests|testing|\w+_tests)(\.rs$|\/)/.test(path);

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

export const withoutTests = (path) => read(path).split(/^#\[cfg\(test\)\]\s*\nmod \w+ \{/m)[0];

/** Paths of this crate in a Rust source, with their lines. */
export const named = (source) => {
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

/** Reports import cycles between files, given each file's imports. */
export const reportCycles = (imports) => {
  for (const cycle of cycles(imports)) problems.push(`${cycle[0]}: import cycle: ${cycle.join(' → ')}`);
};
