import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDERS = ['', 'packages/server/src', 'packages/server/src/features/auth'];
/** A file of tests in backticks, and the words of titles after it; words after a colon describe the tests instead. */
const NAMED = /`([^`]+\.(?:test|spec|bench)\.tsx?)`(:?)([^`;]*)/g;

function findFile(name) {
  const file = name.replace(/^web\//, 'packages/web/src/');
  return FOLDERS.map((folder) => path.join(ROOT, folder, file)).find(existsSync);
}

it('every test that the threat model names exists', () => {
  const missing = [];
  const rows = readFileSync(path.join(ROOT, 'docs/threat-model.md'), 'utf8').split('\n');
  const named = rows.flatMap((row) => [...(/\|([^|]*)\|\s*$/.exec(row)?.[1] ?? '').matchAll(NAMED)]);
  expect(named.length).toBeGreaterThan(80);
  for (const [, name, colon, words] of named) {
    const file = findFile(name);
    if (!file) missing.push(name);
    const source = file ? readFileSync(file, 'utf8').toLowerCase() : '';
    const titles = file && !colon ? words.split(',').map((part) => part.trim().toLowerCase()) : [];
    missing.push(...titles.filter((title) => !source.includes(title)).map((title) => `${name} ${title}`));
  }
  expect(missing).toEqual([]);
});
