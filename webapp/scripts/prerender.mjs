#!/usr/bin/env node
// Writes what pages show before the app's scripts have loaded. The app renders it itself, so that nothing moves when it
// takes over (`src/lib/first-form.ts`).
// - `login.html`: the sign-in page with its form, which can be typed into. The server fills in the brand
//   (`backend/service/src/settings/sign_in_page.rs`).
// - `index.html`, every other page: the frame of the pages inside, for browsers with a session. `src/start.ts` shows it
//   and fills in the brand, which this browser knows.
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
const { prerender, prerenderInside, elsewhere, foldersInside } =
  await server.ssrLoadModule('/src/prerender.tsx');
// The policy allows no inline script, and the app restores its scroll position itself.
const withoutScript = (html) => replaced(html, /<script>.*?<\/script>/s, '');
let form = withoutScript(await prerender('/login', readFileSync(at('pkg/entry/entry_bg.wasm'))));
const rules = readFileSync(at('pkg/rules/rules_bg.wasm'));
const home = withoutScript(await prerenderInside('/dashboard', rules));
// A page that no menu marks as the current one, and whose content is exchanged for any page's.
const other = withoutScript(await prerenderInside('/security-questions', rules));
const skeleton = elsewhere();
const folders = foldersInside();
await server.close();

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

/** A frame, without the brand. The logo's address is not known yet. */
function framed(name, html) {
  const bare = html
    .replaceAll('<link rel="preload" as="image" href="{{logo}}"/>', '')
    .replaceAll('src="{{logo}}"', 'data-logo')
    .replaceAll('>{{name}}<', ' data-name><');
  if (/\{\{/.test(bare)) throw new Error('src/start.ts does not know where the frame has the brand');
  return `<div data-frame="${name}">${bare}</div>`;
}
const withSkeleton = replaced(other, /(?<=<main [^>]*>).*(?=<\/main>)/s, () => skeleton);
const frame = framed('home', home) + framed('page', withSkeleton);

const index = readFileSync(at('dist/index.html'), 'utf8');
const scripts = [];
const early = [];
// The app is started by `start.ts`, which shows the form or frame first.
const bare = index.replace(
  / *<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="([^"]+)">(?:<\/script>)?\n/g,
  (_, source) => {
    scripts.push(source);
    early.push(`    <link rel="modulepreload" crossorigin fetchpriority="low" href="${source}">\n`);
    return '';
  },
);
if (scripts.length < 2) throw new Error('the page names no scripts of the app');

/** The page with something before the app, and the data that the small script needs to start it. */
function written(name, first, data) {
  const attributes = Object.entries({ app: scripts.join(' '), ...data }).map(
    ([key, value]) => `data-${key}="${value}" `,
  );
  let page = replaced(
    bare,
    /<div id="root"><\/div>/,
    (root) => `<div id="first">${first}</div>\n    ${root}`,
  );
  // Browsers delay `async` scripts; nothing is shown before this small script has run.
  page = replaced(page, /<script type="module" async /, `<script ${attributes.join('')}`);
  writeFileSync(at(`dist/${name}`), page);
  return page;
}

// After the app's own colours.
const login = written('login.html', form, {});
writeFileSync(
  at('dist/login.html'),
  replaced(login, /<\/head>/, (end) => `  <link rel="stylesheet" href="/media/brand.css">\n  ${end}`),
);

// The scripts of the shell and the dashboard arrive together with those of the app, not after them.
const manifest = JSON.parse(readFileSync(at('dist/.vite/manifest.json'), 'utf8'));
const shell = ['inside', 'home'].map((name) => {
  const chunk = Object.values(manifest).find((one) => one.name === name);
  if (!chunk) throw new Error(`the build has no chunk "${name}"`);
  return `/${chunk.file}`;
});
const withFrame = written('index.html', frame, { inside: folders.join(' '), shell: shell.join(' ') });
// Visitors' pages need the app at once: the browser finds it while it still loads the small script.
writeFileSync(
  at('dist/index.html'),
  replaced(withFrame, / *<\/head>/, (end) => `${early.join('')}${end}`),
);
