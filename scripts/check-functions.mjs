import { findLongFunctions, readFunctionSources } from './lib/functions.mjs';
import { log, main, ROOT, UserError } from './lib/project.mjs';

await main(async () => {
  const sources = readFunctionSources(ROOT);
  if (sources.length < 100) throw new UserError(`The check of functions read only ${sources.length} files.`);
  const found = sources.flatMap(findLongFunctions);
  for (const { file, line, name, lines, limit } of found)
    log(`${file}:${line} ${name} has ${lines} lines of code: split it, at most ${limit}`);
  if (found.length > 0) throw new UserError(`${found.length} functions are too long.`);
  log(`${sources.length} files read`);
});
