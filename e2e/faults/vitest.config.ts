import { defineConfig } from 'vitest/config';

const TIMEOUT_MS = 10 * 60_000;

/** Both sides in one process: the web application's client and store, and the real server. */
export default defineConfig({
  test: {
    name: 'faults',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    // There is no browser window here; the test routes the calls.
    env: { VITE_AUTH_URL: 'http://soulsight.test/auth/v1' },
  },
});
