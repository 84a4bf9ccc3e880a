import { expect, it } from 'vitest';
import { ROOT } from './project.mjs';
import { findBannedWords, readSources } from './words.mjs';

it.each([
  ['// Worked out anew for whoever asks', ['anew', 'whoever']],
  ['/** Counts the talks. */', ['talks']],
  ['// The handler may run twice; it must bear it.', ['must bear']],
  ['async function membersOf(db) {}', ['function membersOf']],
  ['    conversationOf: ({ message }) => message.conversationId,', ['    conversationOf:']],
  ['if (query.isError) return <ErrorState />;', ['isError']],
  ['/** So many users are drawn. */', ['/** So many ']],
  ['// Of two changes the later one counts.', ['// Of ']],
  ['it("says what became of it, again and again, in vain")', ['in vain', 'again and again', 'became of']],
  ['// A Redis that stands still; its values are stored in clear', ['in clear', 'stands still']],
  ['// The payment of the second plan goes back', ['payment of the second plan goes back']],
  ['// A bus that is down is no error, but there is no need to wait', ['is no error']],
  ['log.warn("a letter could not be sent")', ['a letter']],
])('finds banned words: %s', (line, words) => {
  expect(findBannedWords({ file: 'packages/a.ts', text: `\n${line}` }).map(({ match }) => match)).toEqual(words);
});

it('reports the line and what to write instead', () => {
  expect(findBannedWords({ file: 'packages/a.ts', text: 'ok\n// anew' })).toEqual([
    { file: 'packages/a.ts', line: 2, match: 'anew', instead: 'write "again"' },
  ]);
});

it('allows ordinary English', () => {
  const text =
    '// There is no token, or it is no longer valid. Letters and digits. Keep talking. typeof x; indexOf(1); Array.of(2); const proof = 1;';
  expect(findBannedWords({ file: 'packages/a.ts', text })).toEqual([]);
});

it('reads the sources of every package', () => {
  const files = readSources(ROOT).map(({ file }) => file);
  for (const folder of [
    'packages/contract/',
    'packages/server/',
    'packages/web/',
    'e2e/',
    'bench/',
    'scripts/',
    'docs/',
  ])
    expect(files.some((file) => file.startsWith(folder))).toBe(true);
  expect(files.some((file) => file.includes('node_modules'))).toBe(false);
});
