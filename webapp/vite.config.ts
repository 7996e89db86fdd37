import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const server = process.env.AJO_URL ?? 'http://127.0.0.1:8080';

/** The rules are asked for together with the scripts, not only after these have run. */
const preloadRules: Plugin = {
  name: 'preload-rules',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /rules_bg.*\.wasm$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'fetch',
            type: 'application/wasm',
            crossorigin: true,
            href: `/${file}`,
          },
          injectTo: 'head' as const,
        })),
  },
};

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadRules],
  worker: { format: 'es' },
  resolve: { alias: { '@': path('./src'), '@pkg': path('./pkg') } },
  build: {
    target: 'es2023',
    // Which chunk belongs to which screen, for the size check.
    manifest: true,
    // The content security policy allows no inline script and no data: script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { app: path('./index.html'), sw: path('./src/service-worker.ts') },
      // A worker's address is its scope, and must not change with its contents.
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/app': { target: server, ws: true },
      '/manifest.webmanifest': server,
      '/media': server,
      '/payment': server,
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
  },
});
