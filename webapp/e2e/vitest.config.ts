import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = fileURLToPath(new URL('.', import.meta.url));

/** A browser, a server and a database to each file: one file at a time keeps two cores honest about time-outs. */
const shared = {
  environment: 'node' as const,
  pool: 'forks' as const,
  fileParallelism: false,
  testTimeout: 180_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  root: here,
  test: {
    projects: [
      { test: { ...shared, root: here, name: 'journeys', include: ['journeys/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          root: here,
          name: 'measures',
          include: ['measures/**/*.test.ts'],
          testTimeout: 600_000,
        },
      },
      {
        test: {
          ...shared,
          root: here,
          name: 'screenshots',
          include: ['screenshots/**/*.test.ts'],
          testTimeout: 1_200_000,
        },
      },
    ],
    reporters: ['verbose'],
  },
});
