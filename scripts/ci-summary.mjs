import { log } from './lib/project.mjs';
import { readFailures, readReports } from './lib/reports.mjs';

/**
 * Prints the failures and counts of a CI run: first all names, so that an output cut short still has them, then what
 * each failed test said. A failed step without a failed test counts as one failure.
 */
const brokenSteps = process.argv.slice(2);
const { passed, failed } = readReports();
const failures = readFailures();
for (const name of [...failures.map(({ name }) => name), ...brokenSteps]) log(`FAILED ${name}`);
for (const { name, message } of failures) log(`\n${name}\n${message}`);
const total = brokenSteps.length > 0 || passed === 0 ? Math.max(failed, brokenSteps.length, 1) : failed;
log(`${passed} passed, ${total} failed`);
process.exitCode = total > 0 ? 1 : 0;
