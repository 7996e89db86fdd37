#!/usr/bin/env node
// The rules on the command line: evaluation, explanations, comparisons of versions, and the conformance kit.
import { readFileSync } from 'node:fs';
import { argv, exit, stderr } from 'node:process';
import { parseArgs } from 'node:util';
import { compare, printComparison } from './compare.mjs';
import { CannotAsk, conformRule, moduleProgram } from './conform.mjs';
import { fixturesByRule } from './fixtures.mjs';
import { loadText } from './index.mjs';
import { lineProgram } from './line-program.mjs';
import { ownFixtures, ownModule } from './own.mjs';
import { lines, shown, totals } from './report.mjs';
import { serverProgram } from './server-program.mjs';

const USAGE = `ajo-rules evaluate RULE [INPUT]     the answer to an input, which is JSON; by default on standard input
ajo-rules explain RULE [INPUT]      the answer, and how each of its figures was worked out
ajo-rules conform (--url URL | --command "CMD ARGS" | --wasm FILE) [--only RULE]... [--tries N] [--seed N]
          [--timeout SECONDS] [--json]
    compares the answers of a server, a program or a module with those of this package
    exit status 0: all right; 1: some wrong; 2: it could not be asked
ajo-rules compare OLD.wasm NEW.wasm [--fixtures FOLDER] [--tries N] [--seed N] [--forbid refused] [--json]
    compares two versions of the rules
    exit status 0: no answer differs; 3: some do; 4: something accepted is refused, which --forbid names;
    2: they could not be compared
ajo-rules version                   the version of the rules

The calls are the fixtures and mutants of them: each leaf changed alone, and --tries (500) times several at once.`;

const calls = {
  tries: { type: 'string', default: '500' },
  seed: { type: 'string', default: '20261129' },
  json: { type: 'boolean', default: false },
};
const commands = {
  evaluate: { run: (given) => answer('evaluate', given), options: {} },
  explain: { run: (given) => answer('explain', given), options: {} },
  version: { run: printVersion, options: {} },
  compare: {
    run: compareModules,
    options: {
      ...calls,
      fixtures: { type: 'string', default: ownFixtures },
      forbid: { type: 'string', multiple: true, default: [] },
    },
  },
  conform: {
    run: conform,
    options: {
      ...calls,
      url: { type: 'string' },
      command: { type: 'string' },
      wasm: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      timeout: { type: 'string', default: '10' },
    },
  },
};

const ownRules = () => loadText(readFileSync(ownModule));

function number(name, text) {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0)) throw new Error(`--${name} takes a number, not "${text}"`);
  return value;
}

const callOptions = ({ tries, seed }) => ({ tries: number('tries', tries), seed: number('seed', seed) });

async function answer(way, { positionals: [rule, input] }) {
  if (!rule) throw new Error(USAGE);
  const rules = await ownRules();
  const text = rules[way](rule, input ?? readFileSync(0, 'utf8'));
  if (text.startsWith('!')) throw new Error(text.slice(1));
  console.log(text);
  return 0;
}

async function printVersion() {
  console.log((await ownRules()).version);
  return 0;
}

async function compareModules({ values, positionals: [old, next] }) {
  if (!next) throw new Error(USAGE);
  const [before, after] = await Promise.all([old, next].map((path) => loadText(readFileSync(path))));
  const options = callOptions(values);
  const report = await compare(before, after, fixturesByRule(values.fixtures), options);
  if (values.json) console.log(JSON.stringify(report.filter(({ changed }) => changed > 0)));
  else printComparison(report, [before.version, after.version], options.seed);
  const isForbidden = values.forbid.includes('refused') && report.some(({ refused }) => refused > 0);
  if (isForbidden) return 4;
  return report.some(({ changed }) => changed > 0) ? 3 : 0;
}

async function asked({ url, command, wasm, timeout }, version) {
  if ([url, command, wasm].filter(Boolean).length !== 1) throw new Error(USAGE);
  const timeoutMs = 1000 * number('timeout', timeout);
  if (command) return lineProgram(command, timeoutMs);
  if (wasm) return moduleProgram(await loadText(readFileSync(wasm)));
  return serverProgram(url, version, timeoutMs, (notice) => stderr.write(`ajo-rules: ${notice}\n`));
}

/** Shows how far the kit is, on one line of a terminal. */
function progress(text) {
  if (stderr.isTTY) stderr.write(`\r\x1b[K${text}`);
}

async function conform({ values }) {
  const options = callOptions(values);
  const fixtures = fixturesByRule(ownFixtures);
  const unknown = values.only.filter((rule) => !fixtures.has(rule));
  if (unknown.length > 0) throw new Error(`no such rule: ${unknown.join(', ')}`);
  const rules = values.only.length > 0 ? [...new Set(values.only)] : [...fixtures.keys()];
  const own = await ownRules();
  const program = await asked(values, own.version);
  const started = Date.now();
  const results = [];
  try {
    for (const rule of rules) {
      progress(`${rule} (${results.length + 1} of ${rules.length})`);
      const result = await conformRule(own, program, rule, fixtures.get(rule), options);
      progress('');
      results.push(result);
      if (!values.json && result.calls !== null) for (const line of lines(result)) console.log(line);
    }
  } finally {
    progress('');
    await program.close();
  }
  const sums = totals(results);
  if (values.json) {
    console.log(JSON.stringify({ version: own.version, ...options, ...sums, results: results.map(shown) }));
  } else {
    const missing = results.filter(({ calls }) => calls === null).map(({ rule }) => rule);
    if (missing.length > 0) console.log(`not implemented: ${missing.join(', ')}`);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(
      `ajo-rules conform: rules ${own.version}, seed ${options.seed}: of ${sums.rules} rules ${sums.right} right, ` +
        `${sums.wrong} wrong, ${sums.not_implemented} not implemented; ${sums.calls} calls in ${seconds} s`,
    );
  }
  if (sums.right + sums.wrong === 0) throw new CannotAsk('the program implements none of these rules');
  return sums.wrong > 0 ? 1 : 0;
}

async function main([name, ...args]) {
  const command = commands[name];
  if (command === undefined) throw new Error(USAGE);
  const { run, options } = command;
  return run(parseArgs({ args, options, allowPositionals: true }));
}

if (['help', '--help', '-h'].includes(argv[2])) {
  console.log(USAGE);
  exit(0);
}
exit(
  await main(argv.slice(2)).catch((error) => {
    console.error(error.message === USAGE ? USAGE : `ajo-rules: ${error.message}`);
    return 2;
  }),
);
