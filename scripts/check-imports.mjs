import { checkImports } from './lib/imports.mjs';
import { main, PlainError, ROOT, say } from './lib/project.mjs';

await main(async () => {
  const { modules, imports, unseen, violations } = await checkImports(ROOT);
  for (const { rule, from, to } of violations) say(`${rule.name}: ${from} -> ${to}`);
  if (unseen.length > 0) throw new PlainError(`The import checker did not read ${unseen.join(', ')}.`);
  if (violations.length > 0) throw new PlainError(`${violations.length} imports break .dependency-cruiser.mjs.`);
  say(`${modules} modules, ${imports} imports, none against the rules`);
});
