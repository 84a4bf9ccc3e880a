import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../../bench/soak/services.ts';
import { startFakeS3 } from '../../packages/server/src/testing/fake-s3.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import { apiAt } from '../support/api.ts';
import { startBalancer } from '../support/balancer.ts';
import { documented } from '../support/documented.ts';
import { startMailCatcher } from '../support/mail-catcher.ts';
import { waitUntil } from '../support/wait-until.ts';
import { allMessages, buildConversation } from './conversation.ts';
import { launchServer, NODE } from './server-process.ts';
import { startSteadyLoad } from './steady-load.ts';

const { TEST_REDIS_URL = '' } = process.env;
const ROOT = path.resolve(import.meta.dirname, '../..');
const PATIENCE_MS = 300_000;
const PASSWORD = 'PASSWORD';
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
const LOAD_MS = 10_000;
/** Fewer than the nodes ask for, so that each connection serves several of them. */
const SERVER_CONNECTIONS = 6;

const stops: (() => unknown)[] = [];
let dir: string;
let postgres: Service;

/** As the user that PostgreSQL runs as; root may not. */
const asUser = process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];

function run(words: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  const [program = '', ...args] = words;
  return execFileSync(program, args, { encoding: 'utf8', cwd: '/', env, stdio: ['ignore', 'pipe', 'inherit'] });
}
/** A command that an operator types, on our server. */
const type = (command: string, url = postgres.url) =>
  run(['bash', '-euc', command.replaceAll('sudo -u postgres psql', 'psql')], {
    ...process.env,
    DATABASE_URL: url,
    PGHOST: '127.0.0.1',
    PGPORT: toPort(),
    PGUSER: 'postgres',
  });
const psql = (url: string, statement: string) => run(['psql', '-qAt', '-d', url, '-c', statement]).trim();
const toPort = () => new URL(postgres.url).port;

/** A database that is made as documented, by its owner's address. */
function makeDatabase(name: string): string {
  const create = documented(/sudo -u postgres psql -c "create role [^`]*?owner soulsight"/).replaceAll(
    'soulsight',
    name,
  );
  const extend = documented(/sudo -u postgres psql -d soulsight -c "create extension vector"/).replace(
    'soulsight',
    name,
  );
  type(`${create}\n${extend}`);
  return `postgresql://${name}:${PASSWORD}@127.0.0.1:${toPort()}/${name}`;
}

/** Every table with its number of rows and a hash of them. */
function fingerprint(name: string): string[] {
  const url = postgres.url.replace(/\w+$/, name);
  const tables = psql(
    url,
    `select format('%I.%I', schemaname, tablename) from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  ).split('\n');
  const statements = tables.map(
    (name) =>
      `select '${name} ' || count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${name} t`,
  );
  return psql(url, statements.join(' union all ')).split('\n').sort();
}

describe.runIf(TEST_REDIS_URL && process.env.TEST_DATABASE_URL)(
  'with the commands of docs/operations.md (needs TEST_DATABASE_URL and TEST_REDIS_URL)',
  () => {
    beforeAll(async () => {
      const { postgresService } = await import('../../bench/soak/services.ts');
      dir = mkdtempSync(path.join(tmpdir(), 'soulsight-tools-'));
      stops.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }));
      // Where archive_command finds it, and the commands that are typed later.
      process.env.PGBACKREST_CONFIG = path.join(dir, 'pgbackrest.conf');
      postgres = await postgresService(dir);
      stops.push(() => postgres.end('SIGINT'));
      await postgres.start();
    });
    afterAll(async () => {
      for (const stop of stops.reverse()) await stop();
    });

    it('three nodes start at once behind PgBouncer in transaction mode, and work', async () => {
      const direct = makeDatabase('pooled');
      for (const limit of [
        documented(/alter role soulsight set statement_timeout = '\w+'/),
        documented(/alter role soulsight set idle_in_transaction_session_timeout = '\w+'/),
      ])
        psql(postgres.url, limit.replace('soulsight', 'pooled'));
      const pooled = await startPgBouncer(direct);
      const mail = await startMailCatcher();
      stops.push(mail.stop);
      const shared = {
        ENCRYPTION_KEY,
        PUBLIC_URL: 'http://localhost:3000',
        REDIS_URL: TEST_REDIS_URL,
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      };
      const roles = [
        { ROLE: 'web', DATABASE_URL: pooled },
        { ROLE: 'web', DATABASE_URL: pooled },
        // Jobs would begin late through PgBouncer.
        { ROLE: 'worker', DATABASE_URL: direct },
      ];
      const ports = await Promise.all(roles.map(() => freePort()));
      const nodes = roles.map((role, n) =>
        launchServer(path.join(dir, `node-${n}`), ports[n] ?? 0, { ...shared, ...role }),
      );
      stops.push(() => Promise.all(nodes.map((node) => node.kill())));
      await Promise.all(nodes.map((node) => node.waitUntilReady()));
      const balancer = await startBalancer(ports.slice(0, 2));
      stops.push(balancer.stop);
      const visitor = apiAt(balancer.baseURL);
      const { users, conversationId } = await buildConversation(visitor, (_, email) => mail.readCode(email));
      const load = startSteadyLoad(users, conversationId);
      await setTimeout(LOAD_MS);
      const { sent, failures } = await load.stop();
      expect(failures).toEqual([]);
      const stored = await allMessages(users[0], conversationId);
      expect(stored.map(({ id }) => id).sort()).toEqual(sent.sort());
      expect(nodes.map((node) => node.printed()).join('')).not.toMatch(/prepared statement/);
      // No setting of a node is left on a connection that others get next, and no lock.
      expect(psql(pooled, 'show statement_timeout')).toBe('30s');
      // A transaction may hold one at this moment; one of a session would stay.
      const countLocks = () => psql(direct, "select count(*) from pg_locks where locktype = 'advisory'");
      await waitUntil(() => countLocks() === '0', PATIENCE_MS);
      for (const node of nodes) expect(await node.stop()).toBe(0);
    });

    it('a dump, and a restore to a moment of the past, have every row; who was erased later is erased again', async () => {
      const { buildPairs, withProduct } = await import('../../bench/soak/users.ts');
      const s3 = await startFakeS3();
      stops.push(s3.stop);
      const url = makeDatabase('dated');
      const settings = { NODE_ENV: 'production', DEMO: '0', DATABASE_URL: url, S3_URL: s3.url, ENCRYPTION_KEY };
      const data = await startArchiving();
      await buildPairs(2, dir, settings);
      pgBackRest('pgbackrest --stanza=soulsight --type=full backup');
      const [pair] = await buildPairs(1, dir, settings);
      const gone = pair?.users[0].id ?? '';
      const before = fingerprint('dated');
      expect(before.length).toBeGreaterThan(50);

      const file = path.join(dir, 'soulsight.dump');
      type(documented(/pg_dump --format=custom [^`]*/).replace('soulsight.dump', file), url);
      const copy = makeDatabase('copied');
      type(documented(/pg_restore --no-owner [^`]*/).replace('soulsight.dump', file), copy);
      expect(fingerprint('copied')).toEqual(before);

      const moment = psql(
        postgres.url,
        "select to_char(now() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US') || '+00'",
      );
      await setTimeout(1_000);
      await withProduct(dir, settings, ({ features }) => features.privacy.erase(gone));
      psql(url, 'delete from messages; delete from conversations; drop table feedback');
      psql(postgres.url, 'select pg_switch_wal()');
      await postgres.end('SIGINT');
      for (const name of readdirSync(data)) rmSync(path.join(data, name), { recursive: true });
      pgBackRest(
        documented(/pgbackrest --stanza=soulsight --type=time [^`]* restore/).replace(/"[^"]*"/, `"${moment}"`),
      );
      await postgres.start();
      await waitUntil(() => psql(postgres.url, 'select pg_is_in_recovery()') === 'f', PATIENCE_MS);
      expect(fingerprint('dated')).toEqual(before);

      const check = [path.join(ROOT, 'packages/server/src/app/tools/restore.ts'), '--check'];
      const env = { ...process.env, ...settings, DATA_DIR: path.join(dir, 'check') };
      // The store of the photos is in this process, which must be able to answer meanwhile.
      const { stdout: said } = await promisify(execFile)(NODE, check, { env });
      expect(said).toContain('The key fits');
      expect(said).toContain('1 users who had deleted their account');
      expect(psql(url, `select count(*) from users where id = '${gone}'`)).toBe('0');
      expect(psql(url, `select count(*) from data_keys where owner = 'user:${gone}'`)).toBe('0');
    });
  },
);

/** Debian's PgBouncer before a database, with as few connections as make several nodes share each. */
async function startPgBouncer(url: string): Promise<string> {
  const port = await freePort();
  const { username, port: server } = new URL(url);
  const file = path.join(dir, 'pgbouncer.ini');
  writeFileSync(
    file,
    [
      '[databases]',
      // Whatever name and password a node gives: the server trusts this machine.
      `${username} = host=127.0.0.1 port=${server} user=${username}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any`,
      `pool_mode = transaction\ndefault_pool_size = ${SERVER_CONNECTIONS}\nmax_client_conn = 200`,
      documented(/ignore_startup_parameters = [\w,]+/),
    ].join('\n'),
  );
  const [program = '', ...args] = [...asUser, 'pgbouncer', file];
  const pgbouncer = spawn(program, args, { cwd: '/', stdio: 'ignore' });
  stops.push(async () => {
    pgbouncer.kill('SIGINT');
    if (pgbouncer.exitCode === null) await once(pgbouncer, 'exit');
  });
  const pooled = Object.assign(new URL(url), { port: String(port) }).href;
  await waitUntil(() => {
    try {
      return psql(pooled, 'select 1') === '1';
    } catch {
      return false;
    }
  }, PATIENCE_MS);
  return pooled;
}

const pgBackRest = (command: string) => run([...asUser, 'bash', '-euc', command]);

/** Continuous archiving as documented, into a folder beside the server's. Returns the server's data directory. */
async function startArchiving(): Promise<string> {
  const home = path.join(dir, 'postgres');
  const data = path.join(home, 'data');
  const config = [
    '[global]',
    'log-level-file=off',
    ...['repo1', 'lock', 'spool'].map((name) => `${name}-path=${path.join(home, name)}`),
    documented(/repo1-retention-full=\d/),
    '[soulsight]',
    `pg1-path=${data}\npg1-port=${toPort()}\npg1-socket-path=${home}\npg1-user=postgres`,
  ];
  writeFileSync(path.join(dir, 'pgbackrest.conf'), `${config.join('\n')}\n`);
  for (const setting of [
    documented(/archive_mode=on/),
    documented(/archive_timeout=\d+/),
    documented(/archive_command='[^']*'/),
  ])
    psql(postgres.url, `alter system set ${setting}`);
  pgBackRest('pgbackrest --stanza=soulsight --no-online stanza-create');
  await postgres.end('SIGINT');
  await postgres.start();
  return data;
}
