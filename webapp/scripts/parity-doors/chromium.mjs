// The browser's door: the shipped modules, run by Chromium.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { refused } from './subset.mjs';
import { modules } from './wasm.mjs';

const candidates = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A door for each of `modules`, in one browser. */
export async function chromiumDoors(root) {
  const { chromium } = createRequire(join(root, 'webapp/package.json'))('playwright-core');
  const executablePath = candidates.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error('no Chromium: make setup, or set CHROMIUM to its path');
  const types = { js: 'text/javascript', wasm: 'application/wasm' };
  const server = createServer(({ url }, response) => {
    const path = /^\/(rules|entry|estimate)(\/[\w-]+)+\.(js|wasm)$/.test(url ?? '')
      ? join(root, 'webapp/pkg', url)
      : null;
    if (url === '/')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>parity</title>');
    else if (path === null) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': types[path.split('.').pop()] }).end(readFileSync(path));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const door = (wanted) => ({
    name: wanted === 'rules' ? 'chromium' : `chromium, ${wanted}`,
    async answers(fixtures) {
      const calls = fixtures.map(({ rule, input }) => ({ rule, input }));
      // A page of its own: two doors of one module must not share a memory.
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${server.address().port}/`);
      const answers = await page.evaluate(
        async ([all, { name, later }]) => {
          const rules = await import(`/${name}/${name}.js`);
          const exports = await rules.default();
          if (later) await WebAssembly.instantiateStreaming(fetch('/rules/later.wasm'), { rules: exports });
          // As vite-plugin-wasm does for the worker.
          const estimate = await import('/estimate/estimate_bg.js');
          const { instance } = await WebAssembly.instantiateStreaming(fetch('/estimate/estimate_bg.wasm'), {
            './estimate_bg.js': estimate,
          });
          estimate.__wbg_set_wasm(instance.exports);
          instance.exports.__wbindgen_start();
          return all.map(({ rule, input }) => {
            try {
              const value = JSON.parse(input);
              return {
                answer: rule === 'password.estimate' ? estimate.estimate(value) : rules.evaluate(rule, value),
              };
            } catch (error) {
              return { error };
            }
          });
        },
        [calls, modules[wanted]],
      );
      await page.close();
      return answers.map(({ answer, error }) => (error ? refused(error) : answer));
    },
    close() {
      void browser.close();
      server.close();
    },
  });
  return { rules: door('rules'), first: door('first'), entry: door('entry') };
}
