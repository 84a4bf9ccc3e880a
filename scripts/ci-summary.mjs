import { log } from './lib/project.mjs';
import { readFailures, readReports } from './lib/reports.mjs';

/** Prints the failures and counts of a CI run. A failed step without a failed test counts as one failure. */
const brokenSteps = process.argv.slice(2);
const { passed, failed } = readReports();
for (const line of [...readFailures(), ...brokenSteps]) log(`FAILED ${line}`);
const total = brokenSteps.length > 0 || passed === 0 ? Math.max(failed, brokenSteps.length, 1) : failed;
log(`${passed} passed, ${total} failed`);
process.exitCode = total > 0 ? 1 : 0;
