import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MINUTE_MS } from '@soulsight/contract/time';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import { createDatabase } from '../support/create-database.ts';
import { startMailCatcher } from '../support/mail-catcher.ts';
import { waitUntil } from '../support/wait-until.ts';
import { launchServer } from './server-process.ts';

const { TEST_DATABASE_URL = '' } = process.env;
/** A job of a worker that died is taken over after a minute; a busy machine is slower. A job that is only timed out takes 15. */
const TAKEN_OVER_MAX_MS = 6 * MINUTE_MS;
const START_MAX_MS = 3 * MINUTE_MS;
const METRICS_TOKEN = 'm'.repeat(20);
const EMAIL = 'reader@people.example';

const stops: (() => unknown)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

describe.runIf(TEST_DATABASE_URL)('a worker killed in the middle of its jobs (needs TEST_DATABASE_URL)', () => {
  it('has them completed by another one: a renewal is charged once, an email keeps its id, and the operator sees it', async () => {
    const { db, mail, settings, dir, userId, jobs } = await startSystem();
    mail.setAnswers(false);
    // The renewal waits after its charge, the nightly fit when it reads.
    const hold = await holdTables(db, 'lock table invoices in share mode; lock table model_versions');
    const one = launchServer(path.join(dir, 'one'), await freePort(), settings);
    stops.push(one.kill);
    await one.waitUntilReady();
    const listActive = () => query(db, `select id from pgboss.job where state = 'active' and name in (${quote(jobs)})`);
    await waitUntil(() => mail.count(EMAIL) === 1 && listActive().length >= jobs.length, START_MAX_MS);
    const ids = listActive();
    await one.kill();
    hold.release();
    mail.setAnswers(true);

    const two = launchServer(path.join(dir, 'two'), await freePort(), settings);
    stops.push(two.kill);
    await two.waitUntilReady();
    const listOpen = () => query(db, `select id from pgboss.job where id in (${quote(ids)}) and state <> 'completed'`);
    await waitUntil(() => listOpen().length === 0, TAKEN_OVER_MAX_MS);

    expect(mail.count(EMAIL)).toBe(2);
    expect(new Set(mail.ids(EMAIL)).size).toBe(1);
    expect(query(db, `select status from invoices where user_id = '${userId}'`)).toEqual(['paid', 'paid']);
    expect(query(db, `select current_period_end > now() from subscriptions where user_id = '${userId}'`)).toEqual([
      't',
    ]);
    const metrics = await fetch(`${two.baseURL}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    const text = await metrics.text();
    for (const job of jobs) expect(text).toMatch(new RegExp(`^jobs_taken_over_total\\{job="${job}".*\\} [1-9]`, 'm'));
    expect(two.printed()).toContain('job taken over from a worker that died');
  });
});

/** A database with an email to send, a renewal that is due and a nightly fit to run, and the settings of workers on it. */
async function startSystem() {
  const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-killed-worker-'));
  stops.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }));
  const mail = await startMailCatcher();
  stops.push(mail.stop);
  const db = createDatabase(TEST_DATABASE_URL);
  const settings = {
    DATABASE_URL: db,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: 'http://localhost:3000',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'Soulsight <hello@soulsight.example>',
    ROLE: 'worker',
    METRICS_TOKEN,
  };
  // Loaded only here: a run without PostgreSQL does not need the server.
  const { QUEUED_JOBS, queueJobs } = await import('../../bench/soak/queue-jobs.ts');
  const userId = await queueJobs(dir, { NODE_ENV: 'production', ...settings }, EMAIL);
  query(db, `update subscriptions set current_period_end = now() - interval '1 hour' where user_id = '${userId}'`);
  return { db, mail, settings, dir, userId, jobs: QUEUED_JOBS };
}

/** Locks tables until `release`. */
async function holdTables(url: string, statement: string) {
  const psql = spawn('psql', ['-qAt', '-d', url], { stdio: ['pipe', 'pipe', 'inherit'] });
  stops.push(() => psql.kill());
  psql.stdin.write(`begin; ${statement}; select 'held';\n`);
  await new Promise((resolve) => psql.stdout.once('data', resolve));
  return { release: () => psql.stdin.end('commit;\n') };
}

/** The rows of a statement with one column. */
function query(url: string, statement: string): string[] {
  return execFileSync('psql', ['-qAt', '-d', url, '-c', statement], { encoding: 'utf8' }).split('\n').slice(0, -1);
}

const quote = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');
