import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../scripts/lib/free-port.ts';
import { eventually, pinCommand, stopProcess } from './process.ts';

export interface Postgres {
  pid: number;
  /** Creates a database and returns its address. */
  create(name: string): Promise<string>;
  port: number;
  stop(): Promise<void>;
}

/** The folder of Debian's newest PostgreSQL programs, or null when none are installed. */
export function findPrograms(): string | null {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return null;
  const newest = readdirSync(root).toSorted((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? null : path.join(root, newest, 'bin');
}

/** Starts PostgreSQL with its default settings, so commits are synced to disk, except for those given. Null when not installed. */
export async function startPostgres(
  dir: string,
  core: number,
  settings: readonly string[] = [],
): Promise<Postgres | null> {
  const bin = findPrograms();
  if (bin === null) return null;
  const home = path.join(dir, 'postgres');
  const data = path.join(home, 'data');
  mkdirSync(home);
  // The server refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
  if (asUser.length > 0) execFileSync('chown', ['postgres', home]);
  chmodSync(dir, 0o755);
  const [first, ...rest] = [...asUser, path.join(bin, 'initdb'), '-D', data, '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  execFileSync(first as string, rest, { stdio: 'ignore', cwd: '/' });
  const port = await freePort();
  const [command, ...args] = pinCommand(core, [
    ...asUser,
    path.join(bin, 'postgres'),
    ...['-D', data, '-p', String(port), '-k', home, '-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200'],
    ...settings.flatMap((setting) => ['-c', setting]),
  ]);
  const child: ChildProcess = spawn(command, args, { stdio: 'ignore', cwd: '/' });
  const url = (name: string) => `postgresql://postgres@127.0.0.1:${port}/${name}`;
  await eventually(() => withClient(url('postgres'), (client) => client.query('select 1')));
  return {
    pid: child.pid as number,
    port,
    async create(name) {
      await withClient(url('postgres'), (client) => client.query(`create database ${name}`));
      return url(name);
    },
    stop: () => stopProcess(child, 'SIGINT'),
  };
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
