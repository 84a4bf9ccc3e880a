import { ensureInstalled } from './lib/install.mjs';
import { runWithSettings } from './lib/process.mjs';
import { fromRoot, main } from './lib/project.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

/**
 * A larger young generation: with the default of 16 MB a busy server promotes short-lived objects too often. The memory is
 * only used under load.
 */
const SERVER_FLAGS = ['--max-semi-space-size=64'];

/**
 * For the allocator of glibc: one heap for all threads, and what was freed at its end is given back. Otherwise threads that have long
 * been idle keep some 50 MB of a small installation, and more after a busy hour. Other systems ignore it. The Dockerfile sets the same.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '1048576' };

await main(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  return runWithSettings([...SERVER_FLAGS, fromRoot('packages/server/src/app/main.ts')], ALLOCATOR);
});
