import { defineConfig } from 'vitest/config';

const TIMEOUT_MS = 10 * 60_000;

export default defineConfig({
  test: {
    name: 'firefox',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
  },
});
