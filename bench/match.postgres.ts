import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openPostgres } from '@soulsight/server/core/db/postgres';
import { sql } from 'drizzle-orm';
import { freePort } from '../scripts/lib/free-port.ts';

/** The PostgreSQL server of the benchmark. */
export type Server = { url: string; stop(): Promise<void> };

const SETTINGS = {
  shared_buffers: '3GB',
  maintenance_work_mem: '2GB',
  max_wal_size: '8GB',
  listen_addresses: '127.0.0.1',
};
const TRIES = 100;
const TRY_EVERY_MS = 100;

/** The server at BENCH_DATABASE_URL, or a new one on a free port whose files stay in `dataDir` for the next run. */
export async function benchServer(dataDir: string): Promise<Server> {
  const given = process.env.BENCH_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const bin = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
  const data = path.join(dataDir, 'data');
  const asUser = userFor(dataDir);
  if (!existsSync(data))
    execFileSync(`${bin}/initdb`, ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8'], asUser);
  const port = await freePort();
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(`${bin}/postgres`, ['-D', data, '-p', String(port), '-k', dataDir, ...settings], asUser);
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  await waitForServer(url, server);
  return { url, stop: () => stopServer(server) };
}

/** PostgreSQL refuses to run as root, so as root it runs as the user `postgres`, who then owns its folder. */
function userFor(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  if (process.getuid?.() !== 0) return { cwd: dataDir, stdio: 'ignore' as const };
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const [uid, gid] = [id('-u'), id('-g')];
  chownSync(dataDir, uid, gid);
  return { uid, gid, cwd: dataDir, stdio: 'ignore' as const };
}

async function waitForServer(url: string, server: ChildProcess): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      return await (await openPostgres(url, { max: 1 })).close();
    } catch (error) {
      if (left === 0 || server.exitCode !== null) throw error;
      await setTimeout(TRY_EVERY_MS);
    }
  }
}

function stopServer(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once('exit', () => resolve());
    server.kill('SIGINT');
  });
}

/** The address of the database with this name; creates it if missing. */
export async function ensureDatabase({ url }: Server, name: string): Promise<string> {
  const admin = await openPostgres(url, { max: 1 });
  const { rows } = await admin.db.execute(sql`select 1 from pg_database where datname = ${name}`);
  if (rows.length === 0) await admin.db.execute(sql.raw(`create database ${name}`));
  await admin.close();
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** Drops the databases of earlier schemas. */
export async function dropStale({ url }: Server, schemaHash: string): Promise<void> {
  const admin = await openPostgres(url, { max: 1 });
  const { rows } = await admin.db.execute<{ name: string }>(
    sql`select datname as name from pg_database where datname ~ '^match_[0-9]+_' and datname not like ${`%_${schemaHash}`}`,
  );
  for (const { name } of rows) await admin.db.execute(sql.raw(`drop database ${name}`));
  await admin.close();
}
