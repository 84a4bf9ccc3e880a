import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '@soulsight/contract/time';
import { freePort } from '../../scripts/lib/free-port.ts';
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
      const kill = () => started.kill('SIGKILL');
      process.once('exit', kill);
      started.once('exit', () => process.off('exit', kill));
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

/** PostgreSQL as Debian installs it, with commits synced to disk. */
export function postgresService(dir: string): Promise<Service> {
  return postgresOn(dir, 'postgres', (data) => ['initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8']);
}

/** A streaming standby of a primary that runs. */
export function standbyService(dir: string, name: string, primary: Service): Promise<Service> {
  const { hostname, port } = new URL(primary.url);
  const from = ['-h', hostname, '-p', port, '-U', 'postgres'];
  return postgresOn(dir, name, (data) => ['pg_basebackup', '-D', data, ...from, '-R', '-X', 'stream', '-c', 'fast']);
}

/** @param create makes its files: a program of PostgreSQL with arguments. It refuses to run as root. */
async function postgresOn(dir: string, name: string, create: (data: string) => string[]): Promise<Service> {
  const newest = readdirSync(POSTGRES_ROOT).toSorted((a, b) => Number(b) - Number(a))[0];
  if (!newest) throw new Error('PostgreSQL with pgvector is needed: install them first.');
  const bin = path.join(POSTGRES_ROOT, newest, 'bin');
  const home = path.join(dir, name);
  const data = path.join(home, 'data');
  mkdirSync(home);
  chmodSync(dir, 0o755);
  const isRoot = process.getuid?.() === 0;
  const asUser = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
  if (isRoot) execFileSync('chown', ['postgres', home]);
  const [program, ...options] = create(data) as [string, ...string[]];
  const [first, ...rest] = [...asUser, `${bin}/${program}`, ...options] as [string, ...string[]];
  execFileSync(first, rest, { stdio: 'ignore', cwd: '/' });
  const port = await freePort();
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200'];
  return createService({
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    command: [...asUser, `${bin}/postgres`, '-D', data, '-p', String(port), '-k', home, ...settings],
    checkReady: async () =>
      execFileSync(`${bin}/pg_isready`, ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' }),
    log: path.join(dir, `${name}.log`),
  });
}

/** A password, and certificates for the name `localhost` alone, made by `openssl`. */
export interface RedisSecrets {
  password: string;
  /** The file of the authority that signed the servers' certificate. */
  authority: string;
  certificate: string;
  key: string;
}

export function makeRedisSecrets(dir: string): RedisSecrets {
  const [authority, authorityKey] = [path.join(dir, 'authority.pem'), path.join(dir, 'authority.key')];
  const [certificate, key] = [path.join(dir, 'redis.pem'), path.join(dir, 'redis.key')];
  const make = (keyFile: string, file: string, name: string, more: string[]) =>
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
        ...['-keyout', keyFile, '-out', file, '-subj', `/CN=${name}`, ...more],
      ],
      { stdio: 'ignore' },
    );
  make(authorityKey, authority, 'an authority of a test', []);
  const signed = ['-CA', authority, '-CAkey', authorityKey];
  make(key, certificate, 'redis', [...signed, '-addext', 'subjectAltName=DNS:localhost']);
  return { password: randomBytes(12).toString('hex'), authority, certificate, key };
}

/** The arguments with which `redis-cli` asks a server. */
export const redisCliTo = (url: string, secrets?: RedisSecrets): string[] => [
  ...['-h', new URL(url).hostname, '-p', new URL(url).port],
  ...(secrets ? ['--no-auth-warning', '--tls', '--cacert', secrets.authority, '-a', secrets.password] : []),
];

export async function redisService(dir: string, options: string[] = [], secrets?: RedisSecrets): Promise<Service> {
  const port = await freePort();
  const files = ['--save', '', '--appendonly', 'no', '--dir', dir];
  const listening = secrets ? ['--port', '0', '--tls-port', String(port)] : ['--port', String(port)];
  const url = secrets ? `rediss://:${secrets.password}@localhost:${port}` : `redis://127.0.0.1:${port}`;
  const security = secrets
    ? [
        ...['--tls-cert-file', secrets.certificate, '--tls-key-file', secrets.key],
        ...['--tls-ca-cert-file', secrets.authority, '--tls-auth-clients', 'no', '--tls-replication', 'yes'],
        ...['--requirepass', secrets.password, '--masterauth', secrets.password],
      ]
    : [];
  return createService({
    url,
    command: ['redis-server', ...listening, '--bind', '127.0.0.1', ...files, ...security, ...options],
    checkReady: async () => execFileSync('redis-cli', [...redisCliTo(url, secrets), 'ping'], { stdio: 'ignore' }),
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

/** How long a server of a cluster may be silent before another one takes over. */
const NODE_TIMEOUT_MS = 2_000;

/** Servers of a Redis Cluster, which run: its masters, then its replicas. What one master holds goes on while another is down. */
export async function redisCluster(
  dir: string,
  masters: number,
  { replicas = 0, secrets }: { replicas?: number; secrets?: RedisSecrets | undefined } = {},
): Promise<Service[]> {
  const servers: Service[] = [];
  for (let n = 0; n < masters + replicas; n += 1) {
    const home = path.join(dir, `redis-${n}`);
    mkdirSync(home);
    const timing = ['--cluster-node-timeout', String(NODE_TIMEOUT_MS), '--cluster-require-full-coverage', 'no'];
    // Without one of its own, the port between servers is higher by 10,000, which may be too high.
    const ports = ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())];
    // A certificate has the name of a server and not its address.
    const named = ['--cluster-announce-hostname', 'localhost', '--cluster-preferred-endpoint-type', 'hostname'];
    const security = secrets ? ['--tls-cluster', 'yes', ...named] : [];
    const server = await redisService(home, [...ports, ...timing, ...security], secrets);
    await server.start();
    servers.push(server);
  }
  const addresses = servers.map(({ url }) => `127.0.0.1:${new URL(url).port}`);
  const shape = ['--cluster-replicas', String(replicas / masters), '--cluster-yes'];
  const access = redisCliTo(servers[0]?.url ?? '', secrets);
  execFileSync('redis-cli', [...access, '--cluster', 'create', ...addresses, ...shape], { stdio: 'ignore' });
  // One that has never had its master's data cannot take over.
  for (const { url } of servers.slice(masters))
    await eventually(async () => {
      const state = execFileSync('redis-cli', [...redisCliTo(url, secrets), 'info', 'replication'], {
        encoding: 'utf8',
      });
      if (!state.includes('master_link_status:up')) throw new Error('a replica has not followed its master yet');
    });
  return servers;
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
