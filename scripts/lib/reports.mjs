import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from './project.mjs';

/** Where each test runner leaves its own JSON report. */
const REPORTS = fromRoot('.cache/reports');

/** The path of a report that is about to be written; one of the same name from an earlier run is gone. */
export function newReport(name) {
  mkdirSync(REPORTS, { recursive: true });
  const path = join(REPORTS, `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

/** The counts of one report. A runner that left none, or that ran nothing, counts as one failure. */
export function readReport(path) {
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 };
  const counts = countReport(JSON.parse(readFileSync(path, 'utf8')));
  return counts.passed + counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The sum over every report of the last runs. */
export function readReports(folder = REPORTS) {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  return files.map((file) => readReport(join(folder, file))).reduce(add, { passed: 0, failed: 0, skipped: 0 });
}

export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

function countReport(report) {
  return 'stats' in report ? countPlaywright(report) : countVitest(report);
}

function countPlaywright({ stats, errors = [] }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped };
}

/** A file that could not even be loaded has no tests in the report: it counts as one failure. */
function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests = 0, testResults = [], success }) {
  const broken = testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed)).length;
  const failed = numFailedTests + broken;
  return {
    passed: numPassedTests,
    failed: success === false && failed === 0 ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
  };
}

function isFailed(assertion) {
  return assertion.status === 'failed';
}
