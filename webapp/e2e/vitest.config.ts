import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { everything } from './harness/everything.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** One browser per worker, one server and database per file: two workers keep two cores busy while pages wait. */
const shared = {
  environment: 'node' as const,
  pool: 'forks' as const,
  // Files share the worker's browser and import common modules once.
  isolate: false,
  globalSetup: ['harness/seeded.ts'],
  fileParallelism: true,
  maxWorkers: 2,
  testTimeout: 180_000,
  hookTimeout: 120_000,
  // As patient as the browser's own waits: the default of a second is too short on two busy cores.
  expect: { poll: { timeout: 15_000 } },
};

const cacheDir = fileURLToPath(new URL('../node_modules/.vite-e2e', import.meta.url));

export default defineConfig({
  root: here,
  cacheDir,
  test: {
    projects: [
      {
        cacheDir,
        test: {
          ...shared,
          root: here,
          name: 'journeys',
          include: ['journeys/**/*.test.ts', ...(everything ? ['sweeps/**/*.test.ts'] : [])],
          // A browser on two busy cores occasionally loses a navigation or a frame. A journey gets one second try, in a
          // fresh page. Those that needed it are listed at the end, and more than two of them fail the suite.
          retry: 1,
        },
      },
      {
        cacheDir,
        test: {
          ...shared,
          root: here,
          name: 'promise',
          include: ['journeys/promise.test.ts'],
          testTimeout: 3_600_000,
        },
      },
      {
        cacheDir,
        test: {
          ...shared,
          root: here,
          name: 'measures',
          include: ['measures/**/*.test.ts'],
          // Measurements have the machine to themselves.
          fileParallelism: false,
          testTimeout: 600_000,
        },
      },
      {
        cacheDir,
        test: {
          ...shared,
          root: here,
          name: 'screenshots',
          include: ['screenshots/**/*.test.ts'],
          testTimeout: 1_200_000,
        },
      },
    ],
    reporters: ['verbose', join(here, 'harness/second-tries.ts'), join(here, 'harness/running.ts')],
  },
});
