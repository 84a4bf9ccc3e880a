import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '@soulsight/contract/time';
import { freePort } from '../chat/process.ts';
import type { InUse } from './heap-probe.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROBE = path.join(import.meta.dirname, 'heap-probe.ts');
/** A busy machine takes minutes to start several nodes at once. */
const PATIENCE_MS = 5 * MINUTE_MS;
const TRY_EVERY_MS = 50;

/** A program that can be stopped and restarted on the same port and files. */
export interface Service {
  url: string;
  start(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
  isUp(): boolean;
}

/** A node, which tells what it holds in memory. */
export interface NodeService extends Service {
  /** Collects garbage first. */
  readInUse(): Promise<InUse>;
}

interface Program {
  url: string;
  command: string[];
  /** Rejects while the program is not ready. */
  checkReady: () => Promise<unknown>;
  env?: NodeJS.ProcessEnv;
  log: string;
  /** Whether `heap-probe.ts` is loaded into it. */
  hasProbe?: boolean;
}

function createService({ url, command, checkReady, env, log, hasProbe = false }: Program): NodeService {
  let child: ChildProcess | undefined;
  let isUp = false;
  return {
    url,
    isUp: () => isUp,
    async start() {
      const [program, ...args] = command as [string, ...string[]];
      const output = openSync(log, 'a');
      const started = spawn(program, args, {
        cwd: '/',
        env: env ?? process.env,
        stdio: ['ignore', output, output, ...(hasProbe ? (['ipc'] as const) : [])],
      });
      // It must not outlive the benchmark.
      process.once('exit', () => started.kill('SIGKILL'));
      child = started;
      await eventually(checkReady);
      isUp = true;
    },
    async end(signal) {
      isUp = false;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill(signal);
      await ended;
    },
    readInUse: () =>
      new Promise((resolve, reject) => {
        child?.once('message', (inUse) => resolve(inUse as InUse));
        child?.send('read', (error) => error && reject(error));
      }),
  };
}

async function eventually(attempt: () => Promise<unknown>): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(TRY_EVERY_MS);
    }
  }
}

const POSTGRES_ROOT = '/usr/lib/postgresql';

/** PostgreSQL as Debian installs it, with commits synced to disk. It refuses to run as root. */
export async function postgresService(dir: string): Promise<Service> {
  const newest = readdirSync(POSTGRES_ROOT).toSorted((a, b) => Number(b) - Number(a))[0];
  if (!newest) throw new Error('The soak needs PostgreSQL with pgvector: install them first.');
  const bin = path.join(POSTGRES_ROOT, newest, 'bin');
  const home = path.join(dir, 'postgres');
  const data = path.join(home, 'data');
  mkdirSync(home);
  chmodSync(dir, 0o755);
  const isRoot = process.getuid?.() === 0;
  const asUser = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
  if (isRoot) execFileSync('chown', ['postgres', home]);
  const [first, ...rest] = [...asUser, `${bin}/initdb`, '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8'];
  execFileSync(first as string, rest, { stdio: 'ignore', cwd: '/' });
  const port = await freePort();
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200'];
  return createService({
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    command: [...asUser, `${bin}/postgres`, '-D', data, '-p', String(port), '-k', home, ...settings],
    checkReady: async () =>
      execFileSync(`${bin}/pg_isready`, ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' }),
    log: path.join(dir, 'postgres.log'),
  });
}

export async function redisService(dir: string): Promise<Service> {
  const port = await freePort();
  return createService({
    url: `redis://127.0.0.1:${port}`,
    command: [
      'redis-server',
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      dir,
    ],
    checkReady: async () => execFileSync('redis-cli', ['-p', String(port), 'ping'], { stdio: 'ignore' }),
    log: path.join(dir, 'redis.log'),
  });
}

/** The balancer before some nodes, with the rules of deploy/Caddyfile that matter while all nodes are up. */
export async function caddyService(dir: string, nodePorts: readonly number[]): Promise<Service & { port: number }> {
  const port = await freePort();
  const file = path.join(dir, 'Caddyfile');
  const nodes = nodePorts.map((node) => `127.0.0.1:${node}`).join(' ');
  const rules = `reverse_proxy ${nodes} {\n lb_policy least_conn\n }`;
  writeFileSync(file, `{\n admin off\n auto_https off\n}\nhttp://127.0.0.1:${port} {\n ${rules}\n}\n`);
  const url = `http://127.0.0.1:${port}`;
  const service = createService({
    url,
    command: ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
    checkReady: async () => {
      if (!(await fetch(`${url}/health`)).ok) throw new Error('the balancer does not answer');
    },
    env: { ...process.env, HOME: dir },
    log: path.join(dir, 'caddy.log'),
  });
  return { ...service, port };
}

/** A node of Soulsight as it runs in production. */
export async function nodeService(name: string, dir: string, settings: NodeJS.ProcessEnv): Promise<NodeService> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return createService({
    url,
    command: [process.execPath, '--expose-gc', '--import', PROBE, path.join(ROOT, 'packages/server/src/app/main.ts')],
    hasProbe: true,
    env: { ...process.env, ...settings, PORT: String(port), DATA_DIR: path.join(dir, name) },
    checkReady: async () => {
      const health = await fetch(`${url}/health`);
      if (!health.ok) throw new Error(`${name} answers ${health.status}`);
    },
    log: path.join(dir, `${name}.log`),
  });
}
