import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { afterAll, beforeAll, expect, it } from 'vitest';

const scripts = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'ajo-rules-'));
const run = (program, ...args) => execFileSync(program, args, { cwd: folder, encoding: 'utf8' });

const QUOTE = { destination: 'bank', currency: 'NGN', amount: '1000', rates: {} };

beforeAll(() => {
  const tarball = run(execPath, join(scripts, 'pack-rules.mjs'), join(folder, 'packed')).trim();
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
  run('npm', 'install', '--silent', '--offline', '--no-audit', '--no-fund', tarball);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

it('answers and explains in an empty folder', () => {
  const script = `
    import { load, RuleCallError } from '@ajo/rules';
    const rules = await load();
    const input = ${JSON.stringify(QUOTE)};
    const quote = rules.evaluate('transfer.quote', input);
    const { output, figures, steps } = rules.explain('transfer.quote', input);
    let refused;
    try { rules.evaluate('transfer.quote', {}); } catch (error) { refused = error; }
    console.log(JSON.stringify({
      version: rules.version,
      total: quote.total,
      isSame: JSON.stringify(output) === JSON.stringify(quote),
      step: steps[figures['/total'] - 1],
      refused: [refused instanceof RuleCallError, refused.code, refused.message !== ''],
    }));`;
  expect(JSON.parse(run(execPath, '--input-type=module', '--eval', script))).toEqual({
    version: expect.stringMatching(/^[0-9a-f]{32}$/),
    total: '1020.00',
    isSame: true,
    step: { way: 'plus', of: [expect.any(Number), expect.any(Number)], value: '1020.00' },
    refused: [true, 'missing_key', true],
  });
});

it('holds nothing that the loader needs Node for', () => {
  const script = `
    import { readFileSync } from 'node:fs';
    globalThis.fetch = async (url) => new Response(readFileSync(url));
    const { load } = await import('./node_modules/@ajo/rules/index.mjs');
    console.log((await load()).evaluate('money.parse', { text: '1500', currency: 'NGN' }).amount);`;
  expect(run(execPath, '--input-type=module', '--eval', script).trim()).toBe('1500.00');
});

it('has the command, which compares the package with itself', () => {
  const command = join(folder, 'node_modules/.bin/ajo-rules');
  expect(JSON.parse(run(command, 'evaluate', 'transfer.quote', JSON.stringify(QUOTE))).fee).toBe('20.00');
  expect(JSON.parse(run(command, 'explain', 'transfer.quote', JSON.stringify(QUOTE))).is_complete).toBe(true);
  const own = 'node_modules/@ajo/rules/check.wasm';
  expect(run(command, 'conform', '--wasm', own, '--only', 'transfer.fee')).toContain('1 right, 0 wrong');
  const few = ['--fixtures', 'node_modules/@ajo/rules/fixtures/ground'];
  expect(run(command, 'compare', own, own, ...few)).toContain('no answer differs');
}, 60_000);

it('has the fixtures of every rule of its module, and types for them', () => {
  const fixtures = readdirSync(join(folder, 'node_modules/@ajo/rules/fixtures'), { recursive: true });
  expect(fixtures.filter((name) => name.endsWith('.json')).length).toBeGreaterThan(150);
  writeFileSync(
    join(folder, 'caller.ts'),
    `import { load, RuleCallError, type Rule, type Rules, type Step } from '@ajo/rules';
    const rules = await load(new Uint8Array());
    const quote = rules.evaluate('transfer.quote', ${JSON.stringify(QUOTE)});
    export const total: string | null = quote.total;
    export const steps: Step[] = rules.explain('transfer.quote', ${JSON.stringify(QUOTE)}).steps;
    export type Parts = Rules['loan.divide']['output']['parts'];
    // @ts-expect-error a key is missing, of a rule that only servers ask
    rules.evaluate('loan.divide', {});
    export const rule: Rule = 'coins.close';
    export const isMissing = (error: unknown) => error instanceof RuleCallError && error.code === 'missing_key';
    // @ts-expect-error no such rule
    rules.evaluate('transfer.quotes', {});
    // @ts-expect-error a key is missing
    rules.evaluate('transfer.quote', { destination: 'bank' });
    // @ts-expect-error a module of its own
    rules.evaluate('password.estimate', { password: '', user_inputs: [] });
    `,
  );
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    'false',
    '--target',
    'es2022',
    '--lib',
    'es2022',
  ];
  const tsc = join(scripts, '../node_modules/typescript/bin/tsc');
  expect(() => run(execPath, tsc, ...options, '--module', 'nodenext', 'caller.ts')).not.toThrow();
}, 60_000);
