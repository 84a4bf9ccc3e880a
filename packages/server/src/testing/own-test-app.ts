import { beforeEach } from 'vitest';
import { buildTestApp, type TestApp } from './test-app.ts';

/** Gives each test of a group an application of its own, in place of the one that the tests of the file share. */
export function useOwnTestApp(get: () => TestApp, set: (app: TestApp) => void): void {
  beforeEach(async () => {
    const shared = get();
    set(await buildTestApp());
    return async () => {
      await get().stop();
      set(shared);
    };
  });
}
