import { defineConfig } from 'vitest/config';

const TIMEOUT_MS = 120_000;

/** Both sides in one process: the web's own client and store, the server's own application. */
export default defineConfig({
  test: {
    name: 'faults',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    // No page has a window here: calls go to wherever the test sends them.
    env: { VITE_API_URL: 'http://soulsight.test', VITE_AUTH_URL: 'http://soulsight.test/auth/v1' },
  },
});
