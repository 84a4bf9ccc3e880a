import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildAccount } from '../../features/auth/auth.builders.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { exportedIn, listAlerts, listExpressions, namesIn, readFromRoot } from '../../testing/watched-metrics.ts';
import { LAST_BACKUP_FILE, noteBackup } from '../backup/last-backup.ts';
import { openPostgres } from '../db/postgres.ts';
import { memoryStorage } from '../storage/storage.ts';

/** Prometheus's own. */
const GIVEN = ['up'];
/** Only the embedded installation, whose backups the product makes. */
const ON_EMBEDDED = ['backup_age_seconds'];
/** What only a node on PostgreSQL has; their tests are `counts the connections of the pool`, and e2e/faults/replica.test.ts. */
const ON_POSTGRES = ['db_pool_connections', 'db_replica_lag_seconds', 'db_replica_reads_total'];

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ env: { METRICS_PUBLIC: '1' } });
});
afterAll(() => app.stop());

const readMetrics = async () => (await app.http.inject('/metrics')).body;

/** The names that a node exports: its own, those of its process, and those of a connection pool and a replica. */
async function exportedNames(): Promise<Set<string>> {
  const process = new Registry();
  collectDefaultMetrics({ register: process });
  const types = `${await readMetrics()}\n${await process.metrics()}`;
  return new Set([...exportedIn(types), ...GIVEN, ...ON_POSTGRES, ...ON_EMBEDDED]);
}

it('every metric of the alerts and of the dashboard exists', async () => {
  const exported = await exportedNames();
  const expressions = listExpressions();
  expect(expressions.length).toBeGreaterThan(20);
  for (const expression of expressions) {
    expect(namesIn(expression).length, expression).toBeGreaterThan(0);
    for (const name of namesIn(expression)) expect(exported, expression).toContain(name);
  }
});

it('every alert has a test, which promtool runs', () => {
  const tested = [...readFromRoot('deploy/prometheus/alerts.test.yaml').matchAll(/^ {2}- name: (\w+)$/gm)].map(
    ([, name]) => name,
  );
  expect(tested).toEqual(listAlerts());
});

it('every alert has a runbook, and every runbook an alert', () => {
  const watching = readFromRoot('docs/operations.md').match(/^## Watching$([\s\S]*?)^## /m)?.[1] ?? '';
  const runbooks = [...watching.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(runbooks).toEqual(listAlerts());
});

it('every npm command that the documents for operators name exists', () => {
  const { scripts } = JSON.parse(readFromRoot('package.json')) as { scripts: Record<string, string> };
  const named = ['docs/operations.md', 'docs/quick-start.md'].flatMap((file) =>
    [...readFromRoot(file).matchAll(/npm run (?:-s )?([\w:-]+)(?![\w:-])(?! -w)/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
});

it.runIf(process.env.TEST_DATABASE_URL)('PostgreSQL understands every statement of the runbooks', async () => {
  const written = [...readFromRoot('docs/operations.md').matchAll(/`((?:select|delete) [^`]+)`/g)];
  const statements = written.map(([, statement = '']) => statement.replaceAll(/\s+/g, ' ').replace('PID', '1'));
  expect(statements.length).toBeGreaterThan(5);
  for (const statement of statements) await app.core.db.execute(sql.raw(`explain ${statement}`));
});

it('measures events, jobs, queues, the outbox and what the node depends on', async () => {
  const ann = await buildAccount(app.features.auth);
  const socket = await app.socket(ann);
  await socket.next('auth_success');
  const { db, outbox, jobs } = app.core;
  await db.transaction((tx) => outbox.publish(tx, { to: [ann.id], type: 'match_liked', payload: {} }));
  await socket.next('match_liked');
  await jobs.send('bgp.sweep', {});
  const text = await readMetrics();
  expect(text).toContain('events_delivered_total{type="match_liked"} 1');
  expect(text).toMatch(/^jobs_waiting\{job="bgp.sweep"\} 1$/m);
  expect(text).toMatch(/^jobs_waiting\{job="notifications.digest"\} 0$/m);
  expect(text).toContain('outbox_backlog');
  for (const part of ['database', 'bus', 'storage']) {
    expect(text).toContain(`dependency_up{part="${part}"} 1`);
    expect(text).toContain(`dependency_roundtrip_seconds{part="${part}"} `);
  }
  await app.drain();
  const later = await readMetrics();
  expect(later).toMatch(/^job_duration_seconds_count\{job="bgp.sweep",outcome="ok"\} 1$/m);
  expect(later).toMatch(/^jobs_waiting\{job="bgp.sweep"\} 0$/m);
});

it.skipIf(process.env.TEST_DATABASE_URL)(
  'tells how old the last backup is, and before the first one the installation',
  async () => {
    const { config } = app.core;
    const readAge = async () => (await readMetrics()).match(/^backup_age_seconds (.*)$/m)?.[1];
    expect(await readAge()).toBeUndefined();
    const version = path.join(config.dataDir, 'db/PG_VERSION');
    mkdirSync(path.dirname(version), { recursive: true });
    writeFileSync(version, '17');
    utimesSync(version, 0, app.clock.now().getTime() / 1_000 - 700);
    expect(Number(await readAge())).toBe(700);
    await noteBackup(config.dataDir, app.clock.now());
    app.clock.advance(60_000);
    expect(await readAge()).toBe('60');
    // As an older version left it when the disk was full.
    writeFileSync(path.join(config.dataDir, LAST_BACKUP_FILE), '');
    expect(Number(await readAge())).toBe(760);
  },
);

it('a photo store that fails or never answers is down in the metrics, and does not hold up the readiness', async () => {
  const broken = await buildTestApp({
    env: { METRICS_PUBLIC: '1' },
    storage: { ...memoryStorage(), get: () => new Promise(() => {}) },
  });
  const metrics = (await broken.http.inject('/metrics')).body;
  expect(metrics).toContain('dependency_up{part="storage"} 0');
  expect(metrics).toContain('dependency_up{part="database"} 1');
  const ready = await broken.http.inject('/health/ready');
  expect(ready.statusCode).toBe(200);
  expect(ready.json().parts.storage).toMatchObject({ status: 'down', problem: expect.stringContaining('photo') });
  await broken.stop();
});

it('says that the database is down while it is, instead of saying nothing', async () => {
  const broken = await buildTestApp({ env: { METRICS_PUBLIC: '1' } });
  expect((await broken.http.inject('/metrics')).body).toContain('outbox_oldest_seconds 0');
  await broken.database.close();
  const { statusCode, body } = await broken.http.inject('/metrics');
  expect(statusCode, body).toBe(200);
  expect(body).toContain('dependency_up{part="database"} 0');
  expect(body).toContain('dependency_up{part="bus"} 1');
  expect(body).toMatch(/^ws_connections 0$/m);
  expect(body).not.toContain('dependency_roundtrip_seconds{part="database"}');
  for (const name of ['outbox_oldest_seconds', 'jobs_oldest_waiting_seconds', 'jobs_failed', 'moderation_open_appeals'])
    expect(body).not.toMatch(new RegExp(`^${name}[ {]`, 'm'));
  await broken.stop().catch(() => {});
});

it.runIf(process.env.TEST_DATABASE_URL)('counts the connections of the pool', async () => {
  const database = await openPostgres(process.env.TEST_DATABASE_URL ?? '', { max: 2 });
  expect(database.pool?.()).toEqual({ total: 1, idle: 1, waiting: 0 });
  await database.close();
});
