import { globSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import config from '../../.dependency-cruiser.mjs';

const FOLDERS = ['packages', 'e2e', 'bench'];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'test-results', '.cache']);

/**
 * Checks the import rules in a tree with the repository's layout. `unseen` are the sources that the checker did not
 * read, or all of them when it found no import at all: a checker that reads nothing would pass everything.
 */
export async function checkImports(root) {
  const sources = sourcesIn(root);
  const { output } = await cruise(
    FOLDERS.filter((folder) => sources.some((file) => file.startsWith(`${folder}/`))),
    { ...config.options, baseDir: root, validate: true, ruleSet: { forbidden: config.forbidden } },
  );
  const { violations, totalDependenciesCruised: imports } = output.summary;
  const seen = new Set(output.modules.map((module) => module.source));
  const unseen = imports === 0 ? sources : sources.filter((file) => !seen.has(file));
  return { modules: sources.length - unseen.length, imports, unseen, violations };
}

function sourcesIn(root) {
  const exclude = (path) => NOT_SOURCES.has(path.split('/').at(-1));
  return FOLDERS.flatMap((folder) =>
    globSync('**/*.{ts,tsx}', { cwd: join(root, folder), exclude })
      .filter((file) => !file.endsWith('.d.ts'))
      .map((file) => `${folder}/${file}`),
  );
}
