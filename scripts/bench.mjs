import { existsSync, readdirSync } from 'node:fs';
import { ensureChromium } from './lib/browser.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { run } from './lib/process.mjs';
import { fromRoot, log, main, UserError } from './lib/project.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

const SUFFIX = '.bench.ts';
/** They measure the built web application in Chromium. */
const BROWSER_BENCHMARKS = new Set(['web']);

/** `npm run bench` lists the benchmarks of `bench/`, `npm run bench -- <name> [arguments]` runs one. */
await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  const names = readdirSync(fromRoot('bench')).flatMap((file) =>
    file.endsWith(SUFFIX) ? file.slice(0, -SUFFIX.length) : [],
  );
  if (!name) return log(names.length > 0 ? `Benchmarks: ${names.join(', ')}` : 'There are no benchmarks.');
  const file = fromRoot(`bench/${name}${SUFFIX}`);
  if (!existsSync(file))
    throw new UserError(`There is no benchmark ${name}; available: ${names.join(', ') || 'none'}.`);
  await ensureInstalled();
  const needsBrowser = BROWSER_BENCHMARKS.has(name);
  if (needsBrowser) await ensureWebBuilt();
  const env = needsBrowser ? { CHROMIUM_PATH: await ensureChromium() } : {};
  return run('node', ['--import', fromRoot('bench/report-start-errors.ts'), file, ...args], { env });
});
