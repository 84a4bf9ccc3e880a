import { defineConfig } from 'vitest/config';

/** Far above what any test takes on a busy machine: the default of five seconds is not. A test that hangs ends, too. */
const PATIENT = { testTimeout: 600_000, hookTimeout: 600_000 };
const SEED_PROPERTIES = `${import.meta.dirname}/scripts/seed-properties.ts`;

export default defineConfig({
  test: {
    // Tests wait for databases and processes now and then, so no core is left for the runner alone.
    maxWorkers: '100%',
    reporters: process.env.CI ? ['default'] : ['dot'],
    projects: [
      { test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'], ...PATIENT } },
      {
        test: {
          name: 'affinity',
          root: 'packages/affinity',
          include: ['src/**/*.test.ts'],
          setupFiles: [SEED_PROPERTIES],
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'server',
          root: 'packages/server',
          include: ['src/**/*.test.ts'],
          // No module of the server has state, so files share a process: starting one costs more than most tests.
          isolate: false,
          setupFiles: [SEED_PROPERTIES, `${import.meta.dirname}/packages/server/src/testing/shared-prototypes.ts`],
          ...PATIENT,
        },
      },
      'packages/web/vitest.config.ts',
      { test: { name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'], ...PATIENT } },
    ],
  },
});
