import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { run, runWithSettings } from './lib/process.mjs';
import { fromRoot, log, main } from './lib/project.mjs';

/** Starts the server, restarting on changes, and Vite with hot reload in front of it. */
await main(async () => {
  await ensureInstalled();
  const server = ['--watch', fromRoot('packages/server/src/app/main.ts')];
  const web = [fromRoot('node_modules/vite/bin/vite.js'), '--clearScreen', 'false'];
  // As the server reads it.
  const settings = existsSync(fromRoot('.env')) ? parseEnv(readFileSync(fromRoot('.env'), 'utf8')) : {};
  const port = process.env.PORT || settings.PORT || '3000';
  log(`Server on port ${port}; open the address that Vite prints.`);
  const codes = await Promise.all([
    runWithSettings(server),
    run('node', web, { cwd: fromRoot('packages/web'), env: { SERVER_URL: `http://localhost:${port}` } }),
  ]);
  return Math.max(...codes);
});
