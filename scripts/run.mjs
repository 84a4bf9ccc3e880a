import { ensureInstalled } from './lib/install.mjs';
import { runWithSettings } from './lib/process.mjs';
import { main } from './lib/project.mjs';

/** Runs one of the server's tools: `node scripts/run.mjs <file.ts> [arguments]`. */
await main(async () => {
  await ensureInstalled();
  return runWithSettings(process.argv.slice(2));
});
