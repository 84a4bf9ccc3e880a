import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFailures, readReport, readReports } from './reports.mjs';

const VITEST = {
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 0,
  success: false,
  testResults: [],
};
const PLAYWRIGHT = { stats: { expected: 2, unexpected: 1, flaky: 1, skipped: 1 }, errors: [] };

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name, report) {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(report));
  return path;
}

it('sums the reports of both runners', () => {
  write('units.json', VITEST);
  write('journeys.json', PLAYWRIGHT);
  expect(readReports(folder)).toEqual({ passed: 6, failed: 2, skipped: 2 });
});

it('counts a test file that could not be loaded as a failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
  ];
  expect(readReport(write('a.json', { ...VITEST, testResults })).failed).toBe(2);
});

it('counts an error outside of any test as a failure', () => {
  expect(readReport(write('a.json', { ...PLAYWRIGHT, errors: [{ message: 'no server' }] })).failed).toBe(2);
  expect(readReport(write('b.json', { ...VITEST, numFailedTests: 0 })).failed).toBe(1);
});

it('counts a missing or empty report as a failure', () => {
  const nothing = { ...VITEST, numPassedTests: 0, numFailedTests: 0, success: true };
  expect(readReport(write('a.json', nothing))).toMatchObject({ passed: 0, failed: 1 });
  expect(readReport(join(folder, 'absent.json'))).toMatchObject({ passed: 0, failed: 1 });
});

it('lists the failures with their messages, without colours', () => {
  const assertionResults = [
    { status: 'failed', fullName: 'adds numbers', failureMessages: ['\u001b[31mexpected 2\u001b[39m\nto be 3'] },
    { status: 'passed', fullName: 'fine', failureMessages: [] },
  ];
  const testResults = [
    { name: 'sum.test.ts', status: 'failed', assertionResults },
    { name: 'unread.test.ts', status: 'failed', message: 'no such file', assertionResults: [] },
  ];
  write('units.json', { ...VITEST, testResults, unhandledErrors: ['a worker crashed'] });
  const spec = {
    file: 'a.spec.ts',
    title: 'walks',
    ok: false,
    tests: [{ results: [{ errors: [{ message: 'fell' }] }] }],
  };
  const errors = [{ message: 'no server' }];
  write('journeys.json', { ...PLAYWRIGHT, errors, suites: [{ specs: [{ ok: true }], suites: [{ specs: [spec] }] }] });
  expect(readFailures(folder)).toEqual([
    { name: 'journeys: a.spec.ts: walks', message: '    fell' },
    { name: 'journeys: outside of any test', message: '    no server' },
    { name: 'units: sum.test.ts: adds numbers', message: '    expected 2\n    to be 3' },
    { name: 'units: unread.test.ts', message: '    no such file' },
    { name: 'units: outside of any test', message: '    a worker crashed' },
  ]);
});
