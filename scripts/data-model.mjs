import { readFileSync, writeFileSync } from 'node:fs';
import { describeDataModel } from './lib/data-model.mjs';
import { fromRoot, log, main, UserError } from './lib/project.mjs';

const PAGE = fromRoot('docs/data-model.md');

/** Writes docs/data-model.md from the tables; `--check` only compares. */
await main(async () => {
  const text = await describeDataModel();
  if (!process.argv.includes('--check')) {
    writeFileSync(PAGE, text);
    log(`wrote ${PAGE}`);
    return 0;
  }
  if (readFileSync(PAGE, 'utf8') !== text) {
    throw new UserError('docs/data-model.md is out of date. Run: npm run docs:data-model');
  }
  return 0;
});
