import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SERVER_PAYLOADS } from '@soulsight/contract/realtime';
import { expect, it } from 'vitest';

const SRC = path.resolve(import.meta.dirname, '..');
/** What listens to the connection: the client itself, the features with events, and the shell. */
const LISTENERS = globSync(['lib/realtime/*.ts', 'features/{chat,notifications}/**/*.{ts,tsx}', 'app/live.tsx'], {
  cwd: SRC,
})
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(path.join(SRC, file), 'utf8'))
  .join('\n');

it.each(Object.keys(SERVER_PAYLOADS))('the sources name a listener of the event %s', (type) => {
  expect(LISTENERS).toMatch(new RegExp(`(?:case |\\bon\\(|Event\\(|[!=]== |\\w\\()'${type}'|^  ${type}: \\[`, 'm'));
});
