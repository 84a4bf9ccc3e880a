import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    root: import.meta.dirname,
    environment: 'happy-dom',
    // Each file has a context of its own in a shared process, where the modules of packages are compiled once.
    pool: 'vmThreads',
    maxWorkers: '100%',
    css: false,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./vitest.setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 300_000,
  },
});
