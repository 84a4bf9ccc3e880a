import { log } from './lib/project.mjs';
import { readFailures, readReports } from './lib/reports.mjs';

/**
 * Prints the failures and counts of a CI run: first all names with the first line of what was wrong, so that an
 * output cut short still has them, then the messages. A failed step without a failed test counts as one failure.
 */
const brokenSteps = process.argv.slice(2);
const { passed, failed } = readReports();
const failures = readFailures();
for (const { name, message } of failures) log(`FAILED ${name}\n${firstLine(message)}`);
for (const name of brokenSteps) log(`FAILED ${name}`);
for (const { name, message } of failures) log(`\n${name}\n${message}`);
const total = brokenSteps.length > 0 || passed === 0 ? Math.max(failed, brokenSteps.length, 1) : failed;
log(`${passed} passed, ${total} failed`);
process.exitCode = total > 0 ? 1 : 0;

function firstLine(message) {
  const [first = ''] = message.split('\n').filter((line) => line.trim() !== '');
  return first.slice(0, 200);
}
