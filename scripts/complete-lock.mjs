import { readFileSync, writeFileSync } from 'node:fs';
import { missingOptionals, withOptionals } from './lib/lock.mjs';
import { fromRoot, log, main, UserError } from './lib/project.mjs';

/** Adds to the lock the platforms that a registry did not serve; with `--check` only says that they are missing. */
await main(() => {
  const path = fromRoot('package-lock.json');
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const missing = missingOptionals(lock);
  if (missing.length === 0) return log('The lock names every platform.');
  const names = missing.map((entry) => entry.name).join(', ');
  if (process.argv.includes('--check')) {
    throw new UserError(`The lock lacks ${names}: run node scripts/complete-lock.mjs.`);
  }
  writeFileSync(path, `${JSON.stringify(withOptionals(lock), null, 2)}\n`);
  log(`Added ${names}.`);
});
