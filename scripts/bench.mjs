import { existsSync, readdirSync } from 'node:fs';
import { ensureInstalled } from './lib/install.mjs';
import { run } from './lib/process.mjs';
import { fromRoot, log, main, UserError } from './lib/project.mjs';

const SUFFIX = '.bench.ts';

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
  return run('node', ['--import', fromRoot('bench/refusals.ts'), file, ...args]);
});
