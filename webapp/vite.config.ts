import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import wasm from 'vite-plugin-wasm';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const server = process.env.AJO_URL ?? 'http://127.0.0.1:8080';

/**
 * Requests the rules together with the scripts, not only after these have run: a small separate script chooses which
 * (src/start.ts). The content security policy allows no inline script.
 */
const startRules: Plugin = {
  name: 'start-rules',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const files = Object.keys(bundle ?? {});
      const [start, entry, rules] = [/\/start-.*\.js$/, /\/entry_bg.*\.wasm$/, /\/rules_bg.*\.wasm$/].map(
        (name) => files.find((file) => name.test(file)),
      );
      if (!start || !entry || !rules) return [];
      const attrs = {
        type: 'module',
        async: true,
        src: `/${start}`,
        'data-entry': `/${entry}`,
        'data-rules': `/${rules}`,
      };
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' as const }];
    },
  },
};

/**
 * Chromium compiles these chunks whole while they arrive, on another thread, instead of function by function at run
 * time. (https://github.com/WICG/explicit-javascript-compile-hints-file-based)
 */
const COMPILED_WHOLE = ['vendor', 'first'];
const compileHints: Plugin = {
  name: 'compile-hints',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && COMPILED_WHOLE.includes(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};

const icon = (name: string) => `../node_modules/lucide-react/dist/esm/icons/${name}.mjs`;

/**
 * Code shared by several screens, in a few files: browsers request six at a time, and each costs its headers. A
 * screen's own code stays in its own file.
 *
 * A chunk contains the files of its folders (without subfolders), its screens, and everything that these import at once. The
 * first chunk of the list that could contain a file has it.
 */
const CHUNKS = {
  // Before the sign-in. Other pages for visitors must not need the chunks below for an icon.
  first: ['engine', 'api', 'lib', 'app', 'app/base', 'routes/login.tsx', icon('check'), icon('circle')],
  // The shell, sheets, lists and payments: every screen behind the sign-in.
  inside: ['app/inside', 'payment', 'ui'],
  // The dashboard's Home, and its sheets: transfers, funding, a first PIN, clusters.
  home: ['routes/dashboard.tsx', 'features/wallet'],
  // Code shared by every screen of plans, including the dashboard's other views.
  plans: ['features/plans/common'],
  // Code shared by the screens on which plans are taken or paid.
  take: ['features/plans/take'],
};
const PACKAGES = ['react', 'react-dom', 'scheduler', '@tanstack', 'react-hook-form'];
const RUNTIME = 'rolldown/runtime';

const sharedChunks = Object.entries(CHUNKS).map(([name, members], index, { length }) => {
  const places = members.map((member) => path(`./src/${member}`));
  // Without its folder, code would silently move to another chunk.
  for (const place of places) if (!existsSync(place)) throw new Error(`vite.config.ts: ${place} is missing`);
  const test = (id: string) => places.includes(id) || places.includes(dirname(id));
  return { name, test, priority: length - index };
});
const vendor = {
  name: 'vendor',
  test: (id: string) =>
    id.includes(RUNTIME) || PACKAGES.some((name) => id.includes(`/node_modules/${name}/`)),
  priority: Object.keys(CHUNKS).length + 1,
};

export default defineConfig({
  plugins: [react(), tailwindcss(), wasm(), startRules, compileHints],
  // The password estimate is an ES module in its worker: docs/design/rules-engine.md#0026.
  worker: { format: 'es', plugins: () => [wasm()] },
  resolve: { alias: { '@': path('./src'), '@pkg': path('./pkg') } },
  build: {
    target: 'es2023',
    // The chunk of each screen, for the size check.
    manifest: true,
    // The content security policy allows no inline script and no data: script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        app: path('./index.html'),
        start: path('./src/start.ts'),
        sw: path('./src/service-worker.ts'),
      },
      output: {
        // A worker's URL is its scope, and must not change with its contents.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: [vendor, ...sharedChunks] },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/app': { target: server, ws: true },
      '/.well-known': server,
      '/manifest.webmanifest': server,
      '/media': server,
      '/payment': server,
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    // A separate context for each file, in two threads that keep the compiled modules: a sixth of the time of separate
    // processes.
    pool: 'vmThreads',
    maxWorkers: 2,
  },
});
