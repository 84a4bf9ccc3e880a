import { ensureInstalled } from './lib/install.mjs';
import { runWithSettings } from './lib/process.mjs';
import { fromRoot, main } from './lib/project.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  return runWithSettings([fromRoot('packages/server/src/main.ts')]);
});
