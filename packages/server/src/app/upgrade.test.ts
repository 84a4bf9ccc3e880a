import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { getChatConversations, getChatMessages } from '@soulsight/contract/chat';
import { getMatches } from '@soulsight/contract/match';
import { getMe } from '@soulsight/contract/profile';
import { getPaymentMethods, getSubscriptions, postCancel } from '@soulsight/contract/subscription';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../core/clock.ts';
import { openEmbedded } from '../core/db/embedded.ts';
import { MIGRATIONS_DIR } from '../core/db/migrate.ts';
import { openPostgres } from '../core/db/postgres.ts';
import type { Database } from '../core/db/types.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import { signInAgain } from '../testing/test-users.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures/first-schema');
const POSTGRES_URL = process.env.TEST_DATABASE_URL ?? '';
const SHORTLY_AFTER = new Date('2026-11-20T12:10:00Z');

/** Unpacks the fixture's data folder. */
function copyDataDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'soulsight-upgrade-'));
  execFileSync('tar', ['-x', '-C', dir], {
    input: zstdDecompressSync(readFileSync(path.join(FIXTURES, 'data-dir.tar.zst'))),
  });
  return path.join(dir, 'data');
}

/** Loads the fixture's dump into a new database. Closing drops it. */
async function loadDump(): Promise<Database> {
  const name = `soulsight_upgrade_${randomUUID().replaceAll('-', '')}`;
  const url = Object.assign(new URL(POSTGRES_URL), { pathname: `/${name}` }).href;
  await runSql(POSTGRES_URL, `create database ${name}`);
  await runSql(url, readFileSync(path.join(FIXTURES, 'postgres.sql'), 'utf8'));
  const database = await openPostgres(url, { max: 5 });
  return {
    ...database,
    async close() {
      await database.close();
      await runSql(POSTGRES_URL, `drop database if exists ${name} with (force)`);
    },
  };
}

async function runSql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

describe.each([
  { name: 'the embedded database', isAvailable: true, open: openEmbedded },
  { name: 'PostgreSQL', isAvailable: POSTGRES_URL !== '', open: loadDump },
])('data of the first schema in $name', ({ isAvailable, open }) => {
  if (!isAvailable) return it.skip('needs TEST_DATABASE_URL');

  let dataDir: string;
  let app: TestApp;
  let miranda: { id: string; token: string };
  beforeAll(async () => {
    dataDir = copyDataDir();
    const env = {
      DATA_DIR: dataDir,
      ENCRYPTION_KEY: readFileSync(path.join(dataDir, 'keys', 'master.key'), 'utf8'),
    };
    app = await buildTestApp({ env, database: await open(dataDir), clock: manualClock(SHORTLY_AFTER) });
    const { rows } = await app.database.db.execute<{ id: string }>(
      sql`select id from users where email = 'miranda@people.example'`,
    );
    miranda = await signInAgain(app, { id: rows[0]?.id ?? '' });
  });
  afterAll(async () => {
    await app.stop();
    rmSync(path.dirname(dataDir), { recursive: true, force: true });
  });

  it('has every migration applied', async () => {
    const { rows } = await app.database.db.execute<{ hash: string }>(
      sql`select hash from drizzle.__drizzle_migrations order by created_at`,
    );
    const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS_DIR });
    expect(rows.map(({ hash }) => hash)).toEqual(migrations.map(({ hash }) => hash));
  });

  it('lets a user sign in with their old password', async () => {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/auth/v1/token?grant_type=password',
      payload: { email: 'miranda@people.example', password: 'correct horse battery staple' },
    });
    expect(answer.statusCode).toBe(200);
  });

  it('opens what was sealed: profile and messages', async () => {
    const { prompts } = (await app.call(getMe, { as: miranda })).ok();
    expect(prompts).toContainEqual({ key: 'learn', answer: 'The cello.' });
    const { conversations } = (await app.call(getChatConversations, { as: miranda, query: {} })).ok();
    expect(conversations).toHaveLength(1);
    const params = { id: conversations[0]?.id ?? '' };
    const { messages } = (await app.call(getChatMessages, { as: miranda, params, query: {} })).ok();
    expect(messages.map(({ content }) => content).sort()).toEqual([
      'Dense, but honest. Yours?',
      'Hello! What did the bread turn out like?',
      'Still rising. Ask me on Sunday.',
    ]);
  });

  it('reads the match, the card and the invoice, and can cancel the subscription', async () => {
    expect((await app.call(getMatches, { as: miranda })).ok().matches).toHaveLength(1);
    expect((await app.call(getMe, { as: miranda })).ok().subscription.plan).toBe('premium');
    expect((await app.call(getPaymentMethods, { as: miranda })).ok().payment_methods).toMatchObject([
      { brand: 'visa', last4: '4242', is_default: true },
    ]);
    expect((await app.call(getSubscriptions, { as: miranda })).ok().invoices).toMatchObject([
      { amount: 1499, status: 'paid' },
    ]);
    expect((await app.call(postCancel, { as: miranda })).ok()).toMatchObject({
      plan: 'premium',
      cancel_at_period_end: true,
    });
  });

  it('shows a report to moderators', async () => {
    const [report] = await app.features.safety.listReports({
      status: 'open',
      moderatorId: crypto.randomUUID(),
      after: null,
      limit: 5,
    });
    expect(report).toMatchObject({ details: 'Only a test of the report form.', subject: { name: 'Tomasz' } });
  });
});
