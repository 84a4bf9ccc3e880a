import { ensureInstalled } from './lib/install.mjs';
import { runWithSettings } from './lib/process.mjs';
import { fromRoot, main } from './lib/project.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

/**
 * Room for what lives shorter than a message takes: with the usual 16 MB a busy server copies it around too often. It is
 * taken when there is that much traffic only.
 */
const SERVER_FLAGS = ['--max-semi-space-size=64'];

await main(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  return runWithSettings([...SERVER_FLAGS, fromRoot('packages/server/src/app/main.ts')]);
});
