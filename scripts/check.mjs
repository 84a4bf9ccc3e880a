import { readdirSync } from 'node:fs';
import { ensureInstalled } from './lib/install.mjs';
import { capture } from './lib/process.mjs';
import { fromRoot, log, main, NOT_CHECKED } from './lib/project.mjs';

const NO_TESTS = process.argv.includes('--no-tests');

/** All checks run even when one fails; the last line names the failed ones. */
const CHECKS = [
  { name: 'lock', program: 'scripts/complete-lock.mjs', args: ['--check'] },
  ...tsconfigs().map((path) => ({
    name: `types ${path}`,
    program: 'node_modules/typescript/bin/tsc',
    args: ['-p', path],
  })),
  { name: 'lint and format', program: 'node_modules/@biomejs/biome/bin/biome', args: ['check', '--error-on-warnings'] },
  { name: 'function lengths', program: 'scripts/check-functions.mjs', args: [] },
  { name: 'import rules', program: 'scripts/check-imports.mjs', args: [] },
  { name: 'words', program: 'scripts/check-words.mjs', args: [] },
  { name: 'data model', program: 'scripts/data-model.mjs', args: ['--check'] },
  { name: 'deployment files', program: 'scripts/check-deploy.mjs', args: [] },
  { name: 'licences', program: 'scripts/check-licences.mjs', args: [] },
  { name: 'web build and its budgets', program: 'scripts/build-web.mjs', args: [] },
  { name: 'unused code', program: 'node_modules/knip/bin/knip.js', args: ['--treat-config-hints-as-errors'] },
  ...(NO_TESTS ? [] : [{ name: 'tests', program: 'node_modules/vitest/vitest.mjs', args: ['run', '--reporter=dot'] }]),
];

await main(async () => {
  await ensureInstalled();
  const failed = [];
  let unseen = 0;
  for (const { name, program, args } of CHECKS) {
    const startedAt = Date.now();
    const { code, output } = await capture('node', [fromRoot(program), ...args], { env: { FORCE_COLOR: colour() } });
    const isGood = code === 0;
    if (!isGood) failed.push(name);
    log(`${isGood ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
    const gaps = output.split('\n').filter((line) => line.startsWith(NOT_CHECKED));
    unseen += gaps.length;
    if (isGood) for (const gap of gaps) log(`     ${gap}`);
    if (!isGood) log(`${output.trimEnd().replace(/^/gm, '     ')}\n`);
  }
  if (unseen > 0) log(`${unseen} ${unseen === 1 ? 'thing was' : 'things were'} not checked: see above.`);
  log(
    failed.length === 0
      ? `All ${CHECKS.length} checks passed.`
      : `${failed.length} of ${CHECKS.length} failed: ${failed.join(', ')}`,
  );
  return failed.length === 0 ? 0 : 1;
});

/** The tsconfig of every folder that contains TypeScript. */
function tsconfigs() {
  const packages = readdirSync(fromRoot('packages')).map((name) => `packages/${name}`);
  const folders = ['scripts', ...packages, 'e2e', 'bench'].filter((folder) => hasTypeScript(fromRoot(folder)));
  return folders.map((folder) => (folder === 'scripts' ? 'tsconfig.json' : `${folder}/tsconfig.json`));
}

function hasTypeScript(folder) {
  return readdirSync(folder, { recursive: true }).some(
    (file) => /\.tsx?$/.test(file) && !file.includes('node_modules'),
  );
}

function colour() {
  return process.stdout.isTTY ? '1' : '0';
}
