import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, isAbsolute, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { fromRoot } from './project.mjs';

/** The JSON reports of the test runners. */
const REPORTS = fromRoot('.cache/reports');
const MESSAGE_CHARACTERS = 1_000;

/** The path for a new report; deletes an earlier one of the same name. */
export function newReport(name) {
  mkdirSync(REPORTS, { recursive: true });
  const path = join(REPORTS, `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

/** The counts of one report. A missing report, or one without tests, counts as one failure. */
export function readReport(path) {
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 };
  const counts = countReport(parse(path));
  return counts.passed + counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The sum over all reports of the last runs. */
export function readReports(folder = REPORTS) {
  return reportsIn(folder).map(readReport).reduce(add, { passed: 0, failed: 0, skipped: 0 });
}

/** The failures of the last runs: the name (report and test) and the message, indented and shortened. */
export function readFailures(folder = REPORTS) {
  return reportsIn(folder).flatMap((path) => {
    const report = parse(path);
    const failures = 'stats' in report ? playwrightFailures(report) : vitestFailures(report);
    return failures.map(({ test, message }) => ({
      name: `${basename(path, '.json')}: ${test}`,
      message: shortened(message),
    }));
  });
}

export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

function reportsIn(folder) {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  return files.map((file) => join(folder, file));
}

function parse(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function shortened(message) {
  const plain = stripVTControlCharacters(message).slice(0, MESSAGE_CHARACTERS);
  return plain.replaceAll(/^/gm, '    ');
}

function playwrightFailures({ suites = [], errors = [] }) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const failed = suites.flatMap(specs).filter((spec) => !spec.ok);
  return [
    ...failed.map((spec) => ({
      test: `${spec.file}: ${spec.title}`,
      message: spec.tests.flatMap((test) => test.results.flatMap(resultErrors)).join('\n'),
    })),
    ...errors.map(({ message = '' }) => ({ test: 'outside of any test', message })),
  ];
}

function resultErrors({ errors = [] }) {
  return errors.map(({ message = '' }) => message);
}

/** A file without a failed test or a message did not finish, for example because its process crashed: an unhandled error says why. */
function vitestFailures({ testResults = [], unhandledErrors = [] }) {
  const unhandled = unhandledErrors.map((message) => ({ test: 'outside of any test', message }));
  const inFiles = testResults
    .filter((file) => file.status === 'failed')
    .flatMap((file) => {
      const failed = file.assertionResults.filter(isFailed);
      const path = isAbsolute(file.name) ? relative(fromRoot('.'), file.name) : file.name;
      if (failed.length === 0) return [{ test: path, message: file.message ?? '' }];
      return failed.map(({ fullName, failureMessages = [] }) => ({
        test: `${path}: ${fullName}`,
        message: failureMessages.join('\n'),
      }));
    });
  return [...inFiles, ...unhandled];
}

function countReport(report) {
  return 'stats' in report ? countPlaywright(report) : countVitest(report);
}

function countPlaywright({ stats, errors = [] }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped };
}

/** A file that failed to load has no tests in the report and counts as one failure. */
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
