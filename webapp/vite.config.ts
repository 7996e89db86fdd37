import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import wasm from 'vite-plugin-wasm';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const server = process.env.AJO_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), wasm(), tailwindcss()],
  worker: { format: 'es', plugins: () => [wasm()] },
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
  server: { proxy: { '/api': server, '/app': { target: server, ws: true } } },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
  },
});
