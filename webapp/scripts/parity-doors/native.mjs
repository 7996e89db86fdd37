// The native door: domain_core::evaluate, in a small program that answers line by line.
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { refused } from './subset.mjs';

const mostAnswerBytes = 1 << 28;

export function nativeDoor(root) {
  const program = build(root);
  return {
    name: 'native',
    program,
    answers(fixtures) {
      const input = fixtures.map(({ rule, input }) => `${rule}\t${input}\n`).join('');
      const run = spawnSync(program, ['evaluate'], { input, encoding: 'utf8', maxBuffer: mostAnswerBytes });
      if (run.status !== 0) throw new Error(`the native door failed: ${run.stderr}`);
      const lines = run.stdout.split('\n').slice(0, -1);
      if (lines.length !== fixtures.length)
        throw new Error('the native door answered another number of calls');
      return lines.map((line) =>
        line.startsWith('!') ? refused(JSON.parse(line.slice(1))) : JSON.parse(line),
      );
    },
  };
}

/** Whether the module `entry` or the part `later` contains a call's rule or form, according to the catalogue. */
export function isIn(door, module) {
  const run = spawnSync(door.program, ['names', module], { encoding: 'utf8' });
  const names = new Set(run.stdout.split('\n').filter(Boolean));
  if (run.status !== 0 || names.size === 0) throw new Error(`no rule is in ${module}: ${run.stderr}`);
  // The input may be any JSON, including null.
  return ({ rule, input }) => {
    if (rule !== 'form.field') return names.has(rule);
    const { form } = JSON.parse(input) ?? {};
    return names.has(`form.${form}`);
  };
}

function build(root) {
  const command = [
    'build',
    '--package',
    'domain-core',
    '--features',
    'estimate',
    '--example',
    'parity',
    '--message-format=json',
  ];
  const run = spawnSync('cargo', command, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: mostAnswerBytes,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (run.status !== 0) throw new Error('the native door could not be built');
  const messages = run.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const built = messages.find(
    ({ reason, target, executable }) =>
      reason === 'compiler-artifact' && target.name === 'parity' && executable,
  );
  if (!built) throw new Error('cargo named no program for the native door');
  return built.executable;
}

/** Random calls of every rule with their native answers: {rule, input, answer}. */
export async function* randomCalls(door, count, seed) {
  const child = spawn(door.program, ['random', String(count), seed], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    const [rule, input, answer] = line.split('\t');
    yield { rule, input, answer };
  }
  if ((await ended) !== 0) throw new Error('the native door stopped in the middle of the random calls');
}
