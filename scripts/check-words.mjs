import { log, main, ROOT, UserError } from './lib/project.mjs';
import { findBannedWords, readSources } from './lib/words.mjs';

await main(async () => {
  const sources = readSources(ROOT);
  if (sources.length < 100) throw new UserError(`The word check read only ${sources.length} files.`);
  const found = sources.flatMap(findBannedWords);
  for (const { file, line, match, instead } of found) log(`${file}:${line} "${match}": ${instead}`);
  if (found.length > 0) throw new UserError(`${found.length} banned words. docs/style.md explains them.`);
  log(`${sources.length} files read`);
});
