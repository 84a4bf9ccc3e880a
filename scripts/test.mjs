import { ensureChromium } from './lib/browser.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { capture, run } from './lib/process.mjs';
import { fromRoot, log, main } from './lib/project.mjs';
import { add, newReport, readReport } from './lib/reports.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

/** Runs all tests: units and API, durability of a killed server, faults of the connection, journeys in a real browser. */
await main(async () => {
  await ensureInstalled();
  const chromium = await ensureChromium();
  await ensureWebBuilt();
  // Journeys, durability and faults often wait, and the units then have the cores. Only the units print while they run.
  const killed = vitestCaptured('durability');
  const others = {
    journeys: journeys(chromium),
    durability: killed,
    faults: killed.then(() => vitestCaptured('faults')),
  };
  const results = [await units()];
  for (const [name, running] of Object.entries(others)) {
    const { output, counts } = await running;
    log(`\n== ${name}\n${output}`);
    results.push(counts);
  }
  const { passed, failed, skipped } = results.reduce(add);
  log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed > 0 ? 1 : 0;
});

async function units() {
  log('\n== units');
  const report = newReport('units');
  const code = await run('node', vitest(report));
  return withExitCode(code, readReport(report));
}

/** @param {'durability' | 'faults'} name */
function vitestCaptured(name) {
  const report = newReport(name);
  return captured(report, vitest(report, '--config', `e2e/${name}/vitest.config.ts`));
}

function journeys(chromium) {
  const report = newReport('journeys');
  const args = [fromRoot('node_modules/@playwright/test/cli.js'), 'test', '--config', 'e2e/playwright.config.ts'];
  return captured(report, args, { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report });
}

async function captured(report, args, env) {
  const { code, output } = await capture('node', args, { env });
  return { output, counts: withExitCode(code, readReport(report)) };
}

function vitest(report, ...args) {
  const outputs = [
    '--reporter=default',
    `--reporter=${fromRoot('scripts/lib/vitest-report.mjs')}`,
    `--outputFile.json=${report}`,
  ];
  return [fromRoot('node_modules/vitest/vitest.mjs'), 'run', ...args, ...outputs];
}

/** Counts a failure when the runner failed without reporting a failed test. */
function withExitCode(code, counts) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
