import { checkImports } from './lib/imports.mjs';
import { log, main, ROOT, UserError } from './lib/project.mjs';

await main(async () => {
  const { modules, imports, unseen, violations } = await checkImports(ROOT);
  for (const { rule, from, to } of violations) log(`${rule.name}: ${from} -> ${to}`);
  if (unseen.length > 0) throw new UserError(`The import checker did not read ${unseen.join(', ')}.`);
  if (violations.length > 0) throw new UserError(`${violations.length} imports break .dependency-cruiser.mjs.`);
  log(`${modules} modules, ${imports} imports, none against the rules`);
});
