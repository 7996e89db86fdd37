#!/usr/bin/env node
// The rules on the command line: evaluation, explanations, and comparisons of versions.
import { readFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { parseArgs } from 'node:util';
import { compare, printComparison } from './compare.mjs';
import { fixturesByRule } from './fixtures.mjs';
import { loadText } from './index.mjs';
import { ownFixtures, ownModule } from './own.mjs';

const USAGE = `ajo-rules evaluate RULE [INPUT]     the answer to an input, which is JSON; by default on standard input
ajo-rules explain RULE [INPUT]      the answer, and how each of its figures was worked out
ajo-rules compare OLD.wasm NEW.wasm [--fixtures FOLDER] [--tries N] [--seed N] [--forbid refused] [--json]
    compares two versions of the rules
    exit status 0: no answer differs; 3: some do; 4: something accepted is refused, which --forbid names; 2: no comparison
ajo-rules version                   the version of the rules

The calls are the fixtures and mutants of them: each leaf changed alone, and --tries (500) times several leaves at once.`;

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
