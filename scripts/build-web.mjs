import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/project.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

/** Builds the web application as `npm start` does; fails when a page has outgrown the budget of its scripts. */
await main(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  return 0;
});
