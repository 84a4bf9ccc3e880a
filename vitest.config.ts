import { defineConfig } from 'vitest/config';

/** A database, a socket and a hash that is slow on purpose need more than the default five seconds on a busy machine. */
const SERVER_TEST_TIMEOUT_MS = 30_000;

export default defineConfig({
  test: {
    reporters: process.env.CI ? ['default'] : ['dot'],
    projects: [
      { test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'] } },
      { test: { name: 'affinity', root: 'packages/affinity', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          root: 'packages/server',
          include: ['src/**/*.test.ts'],
          testTimeout: SERVER_TEST_TIMEOUT_MS,
          hookTimeout: SERVER_TEST_TIMEOUT_MS,
        },
      },
      'packages/web/vitest.config.ts',
      'e2e/faults/vitest.config.ts',
      { test: { name: 'workshop', root: 'scripts', include: ['**/*.test.mjs'] } },
    ],
  },
});
