import { log } from './lib/project.mjs';
import { readFailures, readReports } from './lib/reports.mjs';

/** The end of a CI run: what failed, and the counts. A step that broke with no failed test to show for it counts as one failure. */
const brokenSteps = process.argv.slice(2);
const { passed, failed } = readReports();
for (const line of [...readFailures(), ...brokenSteps]) log(`FAILED ${line}`);
const total = brokenSteps.length > 0 || passed === 0 ? Math.max(failed, brokenSteps.length, 1) : failed;
log(`${passed} passed, ${total} failed`);
process.exitCode = total > 0 ? 1 : 0;
