import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { findPrograms } from '../chat/postgres.ts';
import { LOAD_CORE, pinCommand } from '../chat/process.ts';
import { type Kind, SHARES } from './calls.ts';

/** What a call sent to the database, and the message id that has to be another one each time. */
export interface Recording {
  statements: { text: string; name: string | undefined; values: unknown[] }[];
  freshId: string | undefined;
}

const CLIENTS = 8;

/** Writes the recorded calls as scripts of pgbench. Answers its arguments, with the share of each kind. */
export function writeScripts(folder: string, recordings: ReadonlyMap<Kind, readonly Recording[]>): string[] {
  mkdirSync(folder);
  return [...recordings].flatMap(([kind, own]) =>
    own.flatMap((recording, n) => {
      const file = path.join(folder, `${kind}-${n}.sql`);
      writeFileSync(file, toScript(recording));
      return ['-f', `${file}@${SHARES[kind]}`];
    }),
  );
}

/** The values stand in the text, because pgbench sends no parameters of these types. */
function toScript({ statements, freshId }: Recording): string {
  const lines = statements.map(({ text, values }) =>
    text.replace(/\$(\d+)/g, (_, n: string) => toLiteral(values[Number(n) - 1], freshId)),
  );
  return lines.map((line) => `${line};\n`).join('');
}

function toLiteral(value: unknown, freshId: string | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (freshId !== undefined && value === `{${freshId}}`) return 'array[gen_random_uuid()]';
  if (freshId !== undefined && value === freshId) return 'gen_random_uuid()';
  return `'${toText(value).replaceAll("'", "''")}'`;
}

/** As node-postgres writes it. */
function toText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(String(item))).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Runs the scripts at a rate a second; answers how many calls it made and their mean time in ms. @throws Error where one failed */
export async function runPgbench(
  url: string,
  { scripts, rate, seconds }: { scripts: readonly string[]; rate: number; seconds: number },
): Promise<{ count: number; meanMs: number }> {
  const limits = ['-c', String(CLIENTS), '-R', String(rate), '-T', String(seconds)];
  const [command, ...args] = pinCommand(LOAD_CORE, [
    path.join(findPrograms() ?? '', 'pgbench'),
    ...['-n', '-M', 'simple', ...limits, ...scripts, url],
  ]);
  const { stdout } = await promisify(execFile)(command, args);
  const read = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1]);
  return { count: read(/actually processed: (\d+)/), meanMs: read(/latency average = ([\d.]+)/) };
}
