import { globSync, readFileSync } from 'node:fs';
import { fromRoot, log, main } from './lib/project.mjs';

const TESTS = ['packages/*/src/**/*.test.{ts,tsx}', 'e2e/**/*.{test,spec}.ts', 'scripts/**/*.test.mjs'];
const STATEMENT = /^\| (\d+\.\d+) \| (.*) \|$/gm;

/** Prints the statements of docs/specification.md that no test title names. It only informs and never fails. */
await main(async () => {
  const statements = [...readFileSync(fromRoot('docs/specification.md'), 'utf8').matchAll(STATEMENT)];
  const named = new Set(TESTS.flatMap((pattern) => globSync(pattern, { cwd: fromRoot('.') })).flatMap(namedIn));
  const missing = statements.filter(([, id]) => !named.has(id));
  for (const [, id, text] of missing) log(`${id}\t${text}`);
  log(`${statements.length - missing.length} of ${statements.length} statements are named by a test`);
  return 0;
});

function namedIn(file) {
  return [...readFileSync(fromRoot(file), 'utf8').matchAll(/\[(\d\.\d+)\]/g)].map(([, id]) => id);
}
