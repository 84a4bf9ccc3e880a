import { ensureChromium } from './lib/browser.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { run } from './lib/process.mjs';
import { fromRoot, main } from './lib/project.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

/** `npm run shots [-- words]` photographs the screens of the built web application whose names have these words; see `e2e/shots.ts`. */
await main(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  const env = { CHROMIUM_PATH: await ensureChromium() };
  return run('node', [fromRoot('e2e/shots.ts'), ...process.argv.slice(2)], { env });
});
