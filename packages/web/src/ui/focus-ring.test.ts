import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '..');

it('no class list has outline-none and a focus ring: the first also removes the second', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCES });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    (readFileSync(path.join(SOURCES, file), 'utf8').match(/(["'`])[^"'`\n]*\1/g) ?? []).filter(
      (text) => / ?(?<!:)outline-none/.test(text) && /(?<!has-|peer-|group-)focus-visible:outline-\d/.test(text),
    ),
  );
  expect(found).toEqual([]);
});
