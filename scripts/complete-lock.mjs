import { readFileSync, writeFileSync } from 'node:fs';
import { missingOptionals, withOptionals } from './lib/lock.mjs';
import { fromRoot, log, main, UserError } from './lib/project.mjs';

/** Adds the platform packages that the registry did not serve to the lock file; `--check` only reports them. */
await main(() => {
  const path = fromRoot('package-lock.json');
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const missing = missingOptionals(lock);
  if (missing.length === 0) return log('The lock file contains every platform.');
  const names = missing.map((entry) => entry.name).join(', ');
  if (process.argv.includes('--check')) {
    throw new UserError(`The lock file lacks ${names}. Run: node scripts/complete-lock.mjs.`);
  }
  writeFileSync(path, `${JSON.stringify(withOptionals(lock), null, 2)}\n`);
  log(`Added ${names}.`);
});
