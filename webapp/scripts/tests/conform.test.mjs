import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { describe, expect, it, vi } from 'vitest';
import { faults } from './faults.mjs';

const scripts = join(import.meta.dirname, '..');
const cli = join(scripts, 'rules-package/cli.mjs');
const check = join(scripts, '../pkg/check/check.wasm');

/** Runs the kit: its exit status, and what it wrote. */
const conform = (...args) =>
  new Promise((resolve) => {
    execFile(execPath, [cli, 'conform', ...args], { maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stdout, stderr }),
    );
  });
const program = (way = '') => `"${execPath}" "${join(import.meta.dirname, 'faulty-program.mjs')}" ${way}`;
const only = (rules) => rules.flatMap((rule) => ['--only', rule]);
const faulty = faults.map(({ rule }) => rule);
const one = ['--only', 'plan.end', '--tries', '50', '--timeout', '2'];

// Each starts programs of their own.
vi.setConfig({ testTimeout: 60_000 });

describe('the conformance kit', () => {
  it('names thirty planted faults by their rules, with a small example each', {
    timeout: 60_000,
  }, async () => {
    expect(new Set(faulty).size).toBe(30);
    const { status, stdout } = await conform(
      '--command',
      program('faults'),
      ...only(faulty),
      '--tries',
      '0',
      '--json',
    );
    expect(status).toBe(1);
    const { results, ...sums } = JSON.parse(stdout);
    expect(results.filter(({ wrong }) => wrong === null).map(({ rule }) => rule)).toEqual([]);
    expect(sums).toMatchObject({ rules: 30, right: 0, wrong: 30, not_implemented: 0 });
    for (const { rule, right, calls, wrong } of results) {
      expect(right, rule).toBeLessThan(calls);
      expect(wrong.input.length, wrong.input).toBeLessThan(400);
      expect(wrong.expected, rule).not.toBe(wrong.got);
    }
  });

  it('finds nothing wrong with the same program without faults', async () => {
    const { status, stdout } = await conform('--command', program(), ...only(faulty), '--tries', '0');
    expect(status, stdout).toBe(0);
    expect(stdout).toMatch(/of 30 rules 30 right, 0 wrong, 0 not implemented/);
  });

  it('lists rules that a program has not, and fails if it has none', async () => {
    const some = await conform('--command', program('little'), ...one, '--only', 'money.parse');
    expect(some).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('not implemented: money.parse'),
    });
    const none = await conform('--command', program('little'), '--only', 'money.parse');
    expect(none).toMatchObject({ status: 2, stderr: expect.stringContaining('implements none') });
  });

  it.each([
    [
      'dies',
      /the program ended \(exit status 3\)[\s\S]*at the call \{"rule":"plan.end"[\s\S]*table of fees is missing/,
    ],
    ['hangs', /no answer within 2 s \(are its lines flushed\?\)\n {2}at the call \{"rule":"plan.end"/],
    ['chatters', /a line that is not JSON: working on plan.end\n {2}at the call/],
    ['repeats', /a line that no call asked for/],
    ['swaps', /plan.end is answered rightly alone and wrongly among others/],
  ])('says that a program %s', async (way, words) => {
    const { status, stderr } = await conform('--command', program(way), ...one);
    expect(stderr).toMatch(words);
    expect(status).toBe(2);
  });

  it('says that a program did not start, or how the kit is called', async () => {
    const missing = await conform('--command', 'no-such-program', ...one);
    expect(missing).toMatchObject({ status: 2, stderr: expect.stringContaining('exit status 127') });
    for (const args of [
      [],
      ['--command', 'x', '--wasm', 'y'],
      ['--wasm', check, '--only', 'no.rule'],
      ['--odd'],
    ])
      expect((await conform(...args)).status, args.join(' ')).toBe(2);
    expect((await conform('--wasm', check, '--tries', 'many')).stderr).toContain('--tries takes a number');
  });

  it('asks a module', async () => {
    const { status, stdout } = await conform('--wasm', check, ...one);
    expect(status, stdout).toBe(0);
  });

  it('asks a server, and waits when it is told to', async () => {
    const { loadText } = await import('../rules-package/index.mjs');
    const rules = await loadText(readFileSync(check));
    let hasWaited = false;
    const server = createServer(async (request, response) => {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const answer = rules.evaluate(request.url.split('/').at(-1), Buffer.concat(chunks).toString());
      const send = (status, body) =>
        response.writeHead(status, { 'retry-after': '0', 'x-rules-version': 'another' }).end(body);
      if (request.url.endsWith('/card.receipt')) send(200, '<!doctype html>');
      else if (request.url.endsWith('/transfer.fee')) send(404, '{"code":"unknown_rule"}');
      else if (!hasWaited) send(429, '{"code":"too_many_requests"}');
      else if (answer.startsWith('!')) send(422, answer.slice(1));
      else send(200, `{"data":${answer.replace('"fee":"0.00"', '"fee":"-0.00"')}}`);
      hasWaited = true;
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${server.address().port}`;
    const asked = (...rules) => conform('--url', url, ...only(rules), '--tries', '20');
    const right = await asked('money.parse', 'transfer.fee');
    expect(right).toMatchObject({ status: 0, stderr: expect.stringContaining('429: waiting 0 s') });
    expect(right.stderr).toContain('has the rules another, this package');
    expect(right.stdout).toContain('not implemented: transfer.fee');
    const wrong = await asked('address.fee');
    expect(wrong.status, wrong.stderr).toBe(1);
    expect(wrong.stdout).toMatch(/got +\{.*"fee":"-0.00"/);
    const page = await asked('card.receipt');
    expect(page).toMatchObject({ status: 2, stderr: expect.stringContaining('answers 200 without JSON') });
    server.close();
    const gone = await asked('money.parse');
    expect(gone).toMatchObject({ status: 2, stderr: expect.stringMatching(/ECONNREFUSED/) });
  });
});
