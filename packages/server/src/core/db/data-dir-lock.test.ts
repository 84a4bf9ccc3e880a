import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StartError } from '../config/start-error.ts';
import { lockDataDir } from './data-dir-lock.ts';

const run = promisify(execFile);
const module = JSON.stringify(path.resolve(import.meta.dirname, 'data-dir-lock.ts'));
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'soulsight-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function program(then: string): string[] {
  const source = `import(${module}).then(({ lockDataDir }) => { lockDataDir(${JSON.stringify(dir)}); ${then} })
    .catch((e) => { console.log(e.message); process.exit(3) })`;
  return ['--input-type=module', '-e', source];
}

/** A process that holds the lock until it is killed. */
async function holder() {
  const child = spawn(process.execPath, program("console.log('held'); setInterval(() => {}, 1000)"));
  await new Promise<void>((held) => child.stdout.on('data', (text) => String(text).includes('held') && held()));
  return child;
}

it('a second process on the same data directory is refused in one sentence', async () => {
  const child = await holder();
  const refused = await run(process.execPath, program('')).catch((error) => error);
  expect(refused.code).toBe(3);
  expect(refused.stdout.trim()).toBe(
    `Another Soulsight is already running on ${dir}. Stop it first, or set DATA_DIR to another directory.`,
  );
  child.kill('SIGKILL');
});

it('the lock of a killed process is released', async () => {
  const child = await holder();
  expect(() => lockDataDir(dir)).toThrow(StartError);
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  lockDataDir(dir).release();
});

it('a released lock can be taken again', () => {
  lockDataDir(dir).release();
  lockDataDir(dir).release();
});

it('a data directory that cannot be created is reported in one sentence', () => {
  const file = path.join(dir, 'file');
  writeFileSync(file, '');
  expect(() => lockDataDir(path.join(file, 'data'))).toThrow(
    /^The data directory .* cannot be written .* Set DATA_DIR to one that can\.$/,
  );
});
