#!/usr/bin/env node
// Writes the prerendered sign-in page, `login.html`: a visitor can type as soon as the page and its style sheets have
// loaded, before the scripts. The app renders the form itself, so that nothing moves when it takes over
// (`src/lib/first-form.ts`); the server fills in the brand (`backend/service/src/settings/sign_in_page.rs`).
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { JSDOM } from 'jsdom';
import { createServer } from 'vite';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Replaces the only match. */
function replaced(text, pattern, replacement) {
  const found = text.match(new RegExp(pattern, `${pattern.flags}g`))?.length ?? 0;
  if (found !== 1) throw new Error(`${pattern} is there ${found} times, not once`);
  return text.replace(pattern, replacement);
}

// The app's modules look for a browser when they are imported.
const { window } = new JSDOM('', { url: 'http://localhost/login' });
const bound = (value) =>
  typeof value === 'function' && !/^[A-Z]/.test(value.name) ? value.bind(window) : value;
for (const name of [
  'addEventListener',
  'document',
  'history',
  'History',
  'localStorage',
  'location',
  'sessionStorage',
])
  globalThis[name] = bound(window[name]);

const server = await createServer({
  root: at(''),
  configFile: false,
  mode: 'production',
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  resolve: { alias: { '@': at('src'), '@pkg': at('pkg') } },
});
const { prerender } = await server.ssrLoadModule('/src/prerender.tsx');
let form = await prerender('/login', readFileSync(at('pkg/entry/entry_bg.wasm')));
await server.close();

// The policy allows no inline script, and the app restores its scroll position itself.
form = replaced(form, /<script>.*?<\/script>/s, '');
// A form with this method sends nothing, so a password never becomes part of an address.
form = replaced(form, /<form /, '<form method="dialog" ');
for (const [label, way] of [
  ['BVN', 'national-numbers'],
  ['NIN', 'national-numbers'],
  ['Google', 'google'],
])
  form = replaced(
    form,
    new RegExp(`<button [^>]*>${label}</button>`),
    (button) => `<!--${way}-->${button}<!--/${way}-->`,
  );

let page = readFileSync(at('dist/index.html'), 'utf8');
page = replaced(page, /<div id="root"><\/div>/, (root) => `<div id="first">${form}</div>\n    ${root}`);
// After the app's own colours.
page = replaced(page, /<\/head>/, (end) => `  <link rel="stylesheet" href="/media/brand.css">\n  ${end}`);
// The app is fetched and started by `start.ts`, once the form is visible.
const scripts = [];
page = page.replace(
  / *<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="([^"]+)">(?:<\/script>)?\n/g,
  (_, source) => {
    scripts.push(source);
    return '';
  },
);
if (scripts.length < 2) throw new Error('the page names no scripts of the app');
// Browsers delay `async` scripts; the form is not shown before this small script has run.
page = replaced(page, /<script type="module" async /, `<script data-app="${scripts.join(' ')}" `);
writeFileSync(at('dist/login.html'), page);
