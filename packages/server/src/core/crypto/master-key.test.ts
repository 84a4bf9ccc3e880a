import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readOrCreateKeyFile } from './master-key.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'soulsight-key-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('creates a key once, readable only by its owner', () => {
  const key = readOrCreateKeyFile(dir, 'master.key');
  expect(key).toHaveLength(32);
  expect(readOrCreateKeyFile(dir, 'master.key').equals(key)).toBe(true);
  expect(statSync(path.join(dir, 'keys', 'master.key')).mode & 0o777).toBe(0o600);
});

it('does not replace a damaged key, since everything sealed with it would be lost', () => {
  readOrCreateKeyFile(dir, 'master.key');
  writeFileSync(path.join(dir, 'keys', 'master.key'), 'short');
  expect(() => readOrCreateKeyFile(dir, 'master.key')).toThrow(/is damaged\. Restore it from your backup\./);
});
