// The shared test vectors: { "rule": …, "cases": [{ "name", "input", "expect" }] } in every file of a directory.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { members } from './json-source.mjs';

/** Every case of every file, in the order of the file names. An unreadable file is a failure and never skipped. */
export function readFixtures(directory, record) {
  const files = readdirSync(directory, { recursive: true }).filter((name) => name.endsWith('.json'));
  const cases = [];
  for (const name of files.sort()) {
    try {
      cases.push(...readFile(join(directory, name)));
    } catch (error) {
      record(`fixtures: ${name}`, String(error));
    }
  }
  if (cases.length === 0) record(`fixtures: ${directory}`, 'no cases were found');
  return cases;
}

/** The cases of each rule of the module. The password estimate has a module of its own. */
export function fixturesByRule(directory) {
  const cases = readFixtures(directory, (name, problem) => {
    throw new Error(`${name}: ${problem}`);
  });
  const found = new Map();
  for (const one of cases.filter(({ rule }) => rule !== 'password.estimate'))
    found.set(one.rule, [...(found.get(one.rule) ?? []), one]);
  return found;
}

function readFile(path) {
  const source = readFileSync(path, 'utf8');
  const { rule, cases } = JSON.parse(source);
  if (typeof rule !== 'string' || !Array.isArray(cases)) throw new Error('a file holds "rule" and "cases"');
  const sources = members(members(source).get('cases')).map(members);
  return cases.map(({ name, expect }, index) => {
    const input = sources[index].get('input');
    if (input === undefined || expect === undefined)
      throw new Error(`case ${index} lacks "input" or "expect"`);
    // Raw line breaks and tabs occur only between tokens: inside strings they are escaped.
    return { rule, name: name ?? `case ${index}`, input: input.replace(/[\n\r\t]/g, ' '), expect };
  });
}
