#!/usr/bin/env node
// Compares two versions of the rules, as modules without imports, on the fixtures and on mutations of them.
//
//   ajo-rules.mjs compare OLD.wasm NEW.wasm [--fixtures FOLDER] [--tries N] [--seed N] [--forbid refused] [--json]
//
// Each fixture is changed leaf by leaf (absent, zero, one unit more and less, ten times, the end of the month, the limits
// that a refusal names, the values of other fixtures), and then at several leaves at once. An example of a difference is
// made as small as it can be. Exit status 0: no difference; 3: some; 4: something accepted is refused, and --forbid says
// that it must not be; 2: the modules could not be compared.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exit, argv as given } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadCheck } from './check-module.mjs';
import { readFixtures } from './parity-doors/fixtures.mjs';

const DECIMAL = /^\d{1,20}(?:\.\d{1,12})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const ABSENT = Symbol('absent');
/** Changed leaves of one call. */
const mostAtOnce = 3;

/** A pseudo-random sequence (SplitMix32): the same seed makes the same calls on every machine. */
export function dice(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = state ^ (state >>> 16);
    word = Math.imul(word, 0x21f0aaad);
    word ^= word >>> 15;
    word = Math.imul(word, 0x735a2d97);
    return ((word ^ (word >>> 15)) >>> 0) % limit;
  };
}

/** The paths of all leaves. */
function leaves(value, path = []) {
  if (value === null || typeof value !== 'object') return [path];
  const inner = Object.entries(value).flatMap(([key, one]) => leaves(one, [...path, key]));
  return path.length > 0 ? [path, ...inner] : inner;
}

const at = (value, path) => path.reduce((part, key) => part?.[key], value);

/** A copy with another value at a path. */
function changed(value, path, to) {
  const copy = structuredClone(value);
  const parent = at(copy, path.slice(0, -1));
  const key = path.at(-1);
  if (parent === undefined || parent === null) return copy;
  if (to !== ABSENT) parent[key] = to;
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return copy;
}

/** A decimal moved by units of its last place, without arithmetic on floats. */
function moved(text, units) {
  const [whole, decimals = ''] = text.split('.');
  const sum = BigInt(whole + decimals) + units;
  if (sum < 0n) return null;
  const digits = String(sum).padStart(decimals.length + 1, '0');
  const point = digits.length - decimals.length;
  return decimals === '' ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

function days(text) {
  const [year, month, day] = text.split('-').map(Number);
  const date = (...parts) => new Date(Date.UTC(...parts)).toISOString().slice(0, 10);
  return [
    date(year, month - 1, day - 1),
    date(year, month - 1, day + 1),
    date(year, month, 0),
    date(year, month - 1, 1),
  ];
}

/** Other values for a leaf. `seen` are those of the same place in other fixtures, `limits` those of its refusals. */
function others(value, seen, limits) {
  const found = [ABSENT, ...seen];
  if (typeof value === 'boolean') found.push(!value);
  if (typeof value === 'number') found.push(0, 1, value - 1, value + 1, value * 10);
  if (typeof value === 'string' && DATE.test(value)) found.push(...days(value));
  if (typeof value === 'string' && DECIMAL.test(value)) {
    const near = [value, ...limits].flatMap((text) => [text, moved(text, 1n), moved(text, -1n)]);
    found.push('0', moved(value, BigInt(value.replace('.', '')) * 9n), ...near.filter(Boolean));
  }
  return [...new Set(found)].filter((one) => one !== value);
}

/** The figures that refusals name as limits. */
const limitsOf = (answer) =>
  (answer?.violations ?? [answer?.violation])
    .flatMap((violation) => Object.values(violation?.params ?? {}))
    .filter((value) => typeof value === 'string' && DECIMAL.test(value));

/** Whether an answer lets something happen; undefined if the rule decides nothing of the kind. */
const accepts = (answer) =>
  answer?.valid ?? ('violation' in (answer ?? {}) ? answer.violation === null : undefined);

const read = (text) => (text.startsWith('!') ? { error: JSON.parse(text.slice(1)) } : JSON.parse(text));

/** Both answers to a call; null if they are the same. */
function difference(before, after, rule, input) {
  const text = JSON.stringify(input);
  const [was, now] = [before.evaluate(rule, text), after.evaluate(rule, text)];
  return was === now ? null : { rule, input, was: read(was), now: read(now) };
}

/** Removes and simplifies leaves as long as the answers still differ without being malformed. */
function shrunk(example, again) {
  let best = example;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const path of leaves(best.input)) {
      const value = at(best.input, path);
      const simpler = [
        ABSENT,
        ...(typeof value === 'string' && DECIMAL.test(value) ? ['0', '1', '100'] : []),
      ];
      for (const to of simpler) {
        const input = changed(best.input, path, to);
        if (JSON.stringify(input).length >= JSON.stringify(best.input).length) continue;
        const found = again(best.rule, input);
        if (found === null || found.was.error || found.now.error) continue;
        [best, isSmaller] = [found, true];
        break;
      }
    }
  }
  return best;
}

/** The differences of two modules, by rule. */
export function compare(before, after, fixtures, { tries, seed }) {
  const inputs = new Map();
  for (const one of fixtures) inputs.set(one.rule, [...(inputs.get(one.rule) ?? []), one]);
  const again = (rule, input) => difference(before, after, rule, input);
  const report = [];
  for (const [rule, cases] of inputs) {
    if (rule === 'password.estimate') continue;
    const parsed = cases.map(({ input }) => JSON.parse(input));
    const seen = new Map();
    for (const input of parsed) {
      for (const path of leaves(input)) {
        const key = path.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('/');
        const known = seen.get(key) ?? seen.set(key, new Set()).get(key);
        const value = at(input, path);
        if (value === null || typeof value !== 'object') known.add(value);
      }
    }
    const valuesFor = (input, path) => {
      const key = path.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('/');
      const limits = limitsOf(read(before.evaluate(rule, JSON.stringify(input))));
      return others(at(input, path), seen.get(key) ?? [], limits);
    };
    const counts = { rule, calls: 0, changed: 0, refused: 0, allowed: 0, unread: 0, smallest: null };
    const look = (input) => {
      counts.calls += 1;
      const found = again(rule, input);
      if (found === null) return;
      counts.changed += 1;
      const [was, now] = [accepts(found.was), accepts(found.now)];
      if (was === true && now === false) counts.refused += 1;
      if (was === false && now === true) counts.allowed += 1;
      if (found.now.error && !found.was.error) counts.unread += 1;
      const isSmaller =
        JSON.stringify(found.input).length < JSON.stringify(counts.smallest?.input ?? null).length;
      if (counts.smallest === null || isSmaller) counts.smallest = found;
    };
    for (const input of parsed) {
      look(input);
      for (const path of leaves(input))
        for (const to of valuesFor(input, path)) look(changed(input, path, to));
    }
    const roll = dice(seed);
    for (let count = 0; count < tries; count += 1) {
      let input = parsed[roll(parsed.length)];
      for (let leaf = 0; leaf <= roll(mostAtOnce); leaf += 1) {
        const all = leaves(input);
        if (all.length === 0) break;
        const path = all[roll(all.length)];
        const values = valuesFor(input, path);
        if (values.length > 0) input = changed(input, path, values[roll(values.length)]);
      }
      look(input);
    }
    if (counts.smallest !== null) counts.smallest = shrunk(counts.smallest, again);
    report.push(counts);
  }
  return report;
}

function print(report, versions, seed) {
  const changes = report.filter(({ changed }) => changed > 0);
  const calls = report.reduce((sum, one) => sum + one.calls, 0);
  console.log(
    `ajo-rules compare: ${versions[0]} against ${versions[1]}, ${report.length} rules, ${calls} calls, seed ${seed}`,
  );
  for (const { rule, calls, changed, refused, allowed, unread, smallest } of changes) {
    console.log(`${rule}: ${changed} of ${calls} answers differ`);
    if (refused > 0) console.log(`  ${refused} were accepted and are refused`);
    if (allowed > 0) console.log(`  ${allowed} were refused and are accepted`);
    if (unread > 0) console.log(`  ${unread} are not read any more`);
    console.log('  smallest example:');
    for (const key of ['input', 'was', 'now'])
      console.log(`    ${key.padEnd(5)} ${JSON.stringify(smallest[key])}`);
  }
  if (changes.length === 0) console.log('no answer differs');
}

async function main() {
  const { values, positionals } = parseArgs({
    args: given.slice(2),
    allowPositionals: true,
    options: {
      fixtures: { type: 'string', default: join(import.meta.dirname, '../../fixtures') },
      tries: { type: 'string', default: '500' },
      seed: { type: 'string', default: '20261129' },
      forbid: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
    },
  });
  const [command, old, next] = positionals;
  if (command !== 'compare' || !next) throw new Error('ajo-rules.mjs compare OLD.wasm NEW.wasm');
  const fixtures = readFixtures(values.fixtures, (name, problem) => {
    throw new Error(`${name}: ${problem}`);
  });
  const [before, after] = await Promise.all([old, next].map((path) => loadCheck(readFileSync(path))));
  const seed = Number(values.seed);
  const report = compare(before, after, fixtures, { tries: Number(values.tries), seed });
  if (values.json) console.log(JSON.stringify(report.filter(({ changed }) => changed > 0)));
  else print(report, [before.version, after.version], seed);
  const isForbidden = values.forbid.includes('refused') && report.some(({ refused }) => refused > 0);
  if (isForbidden) return 4;
  return report.some(({ changed }) => changed > 0) ? 3 : 0;
}

if (given[1] === fileURLToPath(import.meta.url)) {
  exit(
    await main().catch((error) => {
      console.error(`ajo-rules: ${error.message}`);
      return 2;
    }),
  );
}
