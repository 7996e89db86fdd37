#!/usr/bin/env node
// The rules compared with common libraries, in Node and in Chromium: one table, with ratios from one run.
//   BENCH_ONLY     part of a row's name
//   BENCH_IN       node,chromium
import { createServer } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const here = import.meta.dirname;
const webapp = join(here, '../../webapp');
const fromWebapp = createRequire(join(webapp, 'package.json'));
const { build } = await import(pathToFileURL(fromWebapp.resolve('vite')));
const wasm = {
  rules: join(webapp, 'pkg/rules/rules_bg.wasm'),
  later: join(webapp, 'pkg/rules/later.wasm'),
  estimates: join(webapp, 'pkg/estimate/estimate_bg.wasm'),
};
const folder = mkdtempSync(join(tmpdir(), 'ajo-bench-'));
const only = process.env.BENCH_ONLY ?? '';

await build({
  root: here,
  logLevel: 'error',
  configFile: false,
  resolve: { alias: { '@pkg': join(webapp, 'pkg'), '@': join(webapp, 'src') } },
  // The modules are passed as bytes or URLs; the glue's own default is never used.
  plugins: [{ name: 'no-default-module', transform: (code, id) => (/pkg.(rules|entry).\w+\.js$/.test(id) ? code.replace(/new URL\([^)]*import\.meta\.url\)/, "''") : null) }],
  build: { outDir: folder, emptyOutDir: true, minify: false, lib: { entry: join(here, 'entry.js'), formats: ['es'], fileName: () => 'bench.mjs' } },
});

async function inNode() {
  const { run } = await import(pathToFileURL(join(folder, 'bench.mjs')));
  return run({ ...Object.fromEntries(Object.entries(wasm).map(([name, file]) => [name, readFileSync(file)])), only });
}

async function inChromium() {
  const { chromium } = fromWebapp('playwright-core');
  const files = {
    '/': ['text/html', () => '<!doctype html><title>bench</title>'],
    '/bench.mjs': ['text/javascript', () => readFileSync(join(folder, 'bench.mjs'))],
    ...Object.fromEntries(
      Object.entries(wasm).map(([name, file]) => [`/${name}.wasm`, ['application/wasm', () => readFileSync(file)]]),
    ),
  };
  const server = createServer(({ url }, response) => {
    const [type, body] = files[url] ?? [];
    // Cross-origin isolation gives the page a finer clock.
    response.writeHead(type ? 200 : 404, { 'content-type': type ?? 'text/plain', 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' });
    response.end(body?.());
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => path && existsSync(path));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await page.evaluate(async (part) => {
      const { run } = await import('/bench.mjs');
      return run({ rules: '/rules.wasm', later: '/later.wasm', estimates: '/estimates.wasm', only: part });
    }, only);
  } finally {
    await browser.close();
    server.close();
  }
}

const figure = (micros) => (micros >= 100 ? micros.toFixed(0) : micros.toFixed(2));
let behind = 0;

function report(where, { table, keystroke, instantiate }) {
  console.log(`\n${where}: microseconds a call, and how many times Ajo is faster`);
  for (const { name, goal, micros } of table) {
    const { Ajo, ...others } = micros;
    const compared = Object.entries(others).map(([library, time]) => {
      const ratio = time / Ajo;
      const missed = library in goal && ratio < goal[library];
      if (missed) behind += 1;
      return `${library} ${figure(time)} (${ratio.toFixed(2)}${missed ? ' BEHIND' : ''})`;
    });
    console.log(`${name.padEnd(36)} Ajo ${figure(Ajo).padStart(7)}   ${compared.join('   ')}`);
  }
  console.log(`from a field's text to its verdict   p50 ${figure(keystroke.p50)}, p99 ${figure(keystroke.p99)}; the rules are ready after ${instantiate.toFixed(1)} ms`);
}

const places = { node: ['Node', inNode], chromium: ['Chromium', inChromium] };
try {
  for (const place of (process.env.BENCH_IN ?? 'node,chromium').split(',')) {
    const [where, measured] = places[place];
    report(where, await measured());
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\nbehind its goal: ${behind}`);
