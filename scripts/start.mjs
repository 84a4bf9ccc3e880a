import { ensureInstalled } from './lib/install.mjs';
import { runWithSettings } from './lib/process.mjs';
import { fromRoot, main } from './lib/project.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

/**
 * A larger young generation: with the default of 16 MB a busy server promotes short-lived objects too often. The memory is
 * only used under load.
 */
const SERVER_FLAGS = ['--max-semi-space-size=64'];

await main(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  return runWithSettings([...SERVER_FLAGS, fromRoot('packages/server/src/app/main.ts')]);
});
