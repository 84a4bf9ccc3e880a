import { readFileSync } from 'node:fs';
import path from 'node:path';

const OPERATIONS = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8').replaceAll(
  /\s+/g,
  ' ',
);

/** A command of docs/operations.md, as an operator would copy it; spaces are single. @throws Error if there is none, or several */
export function documented(pattern: RegExp): string {
  const found = new Set(OPERATIONS.match(new RegExp(pattern, 'g')));
  const [command = ''] = found;
  if (found.size !== 1) throw new Error(`docs/operations.md has ${found.size} commands like ${pattern}`);
  return command;
}
