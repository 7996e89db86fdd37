// A program that is started once and answers calls line by line: {"rule", "input"} on its standard input, and the
// answer or {"error": {"code"}} on its standard output, in the same order.
import { spawn } from 'node:child_process';
import process, { platform } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { CannotAsk, callError } from './conform.mjs';
import { exact } from './json-exact.mjs';

const longestLine = 1 << 24;
/** Time that a program may take for its first answer. */
const startMs = 30_000;
/** Time in which a line that no call asked for comes. */
const quietMs = 20;
/** Time that the program has to end by itself. */
const endMs = 500;
const interrupted = 130;
const shownCharacters = 300;
const keptLog = 2000;

const short = (text) => (text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text);

/** Starts a command of the shell. A call without an answer within `timeoutMs` ends it. */
export function lineProgram(command, timeoutMs) {
  // A process group of its own, so that the shell's children end with it.
  const child = spawn(command, { shell: true, detached: platform !== 'win32' });
  let log = '';
  let rest = '';
  let failure = null;
  /** Calls without an answer: { call, resolve, reject }. */
  const open = [];
  let timer;
  let hasAnswered = false;

  const kill = () => {
    try {
      if (platform === 'win32') child.kill();
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  // A signal from the terminal reaches only the kit's own group.
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      kill();
      process.exit(interrupted);
    });
  }
  const fail = (problem) => {
    if (failure !== null) return;
    const at = open.length > 0 ? `\n  at the call ${short(open[0].call)}` : '';
    const said = log.trim() === '' ? '' : `\n  it wrote to standard error: ${log.trim()}`;
    failure = new CannotAsk(`${problem}${at}${said}`);
    clearTimeout(timer);
    for (const { reject } of open.splice(0)) reject(failure);
    kill();
  };
  const wait = () => {
    clearTimeout(timer);
    if (open.length === 0) return;
    const waitMs = hasAnswered ? timeoutMs : Math.max(timeoutMs, startMs);
    const late = `the program gave no answer within ${waitMs / 1000} s (are its lines flushed?)`;
    timer = setTimeout(() => fail(late), waitMs);
  };
  const take = (line) => {
    if (open.length === 0) return fail(`the program wrote a line that no call asked for: ${short(line)}`);
    let answer;
    try {
      answer = exact(line);
    } catch {
      return fail(`the program wrote a line that is not JSON: ${short(line)}`);
    }
    hasAnswered = true;
    const code = answer?.error?.code;
    open.shift().resolve(code === undefined ? answer : callError(code));
    wait();
  };

  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    if (rest.length > longestLine) fail(`the program wrote a line of more than ${longestLine} characters`);
    for (const line of lines) if (failure === null) take(line.trimEnd());
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    log = (log + chunk).slice(-keptLog);
  });
  // The end of the program is reported by `close`.
  child.stdin.on('error', () => undefined);
  child.on('error', (error) => fail(`the program did not start: ${error.message}`));
  const ended = new Promise((resolve) => child.on('close', (...how) => resolve(how)));
  ended.then(([status, signal]) =>
    fail(`the program ended (${signal ?? `exit status ${status}`}) before it had answered all calls`),
  );

  return {
    ask(rule, inputs) {
      if (failure !== null) return Promise.reject(failure);
      const calls = inputs.map((input) => `{"rule":${JSON.stringify(rule)},"input":${input}}`);
      const answers = calls.map(
        (call) => new Promise((resolve, reject) => open.push({ call, resolve, reject })),
      );
      child.stdin.write(calls.map((call) => `${call}\n`).join(''));
      wait();
      return Promise.all(answers);
    },
    async settled() {
      await delay(quietMs);
      if (failure !== null) throw failure;
    },
    async close() {
      failure ??= new CannotAsk('the program was closed');
      clearTimeout(timer);
      child.stdin.end();
      await Promise.race([ended, delay(endMs, undefined, { ref: false })]);
      kill();
    },
  };
}
