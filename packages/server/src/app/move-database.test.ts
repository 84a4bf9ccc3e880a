import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getChatMessages } from '@soulsight/contract/chat';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '../core/db/postgres.ts';
import { s3Storage } from '../core/storage/s3.ts';
import { buildPair } from '../features/demo/builders/user.builder.ts';
import { startFakeS3 } from '../testing/fake-s3.ts';
import { buildTestApp } from '../testing/test-app.ts';
import { testConfig } from '../testing/test-config.ts';
import { type App, buildApp } from './app.ts';
import { moveDatabase } from './move-database.ts';

const jpeg = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#4a4' } })
    .jpeg()
    .toBuffer();

const SERVER = process.env.TEST_DATABASE_URL ?? '';

it('needs a PostgreSQL to move to, and something to move', async () => {
  await expect(moveDatabase(testConfig())).rejects.toThrow('Set DATABASE_URL');
  const nothing = testConfig({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  await expect(moveDatabase(nothing)).rejects.toThrow('There is no embedded database');
});

describe.runIf(SERVER)('from the embedded database to PostgreSQL and S3 (needs TEST_DATABASE_URL)', () => {
  const place = mkdtempSync(path.join(tmpdir(), 'soulsight-move-'));
  const databases: string[] = [];
  let s3: Awaited<ReturnType<typeof startFakeS3>>;

  beforeAll(async () => {
    s3 = await startFakeS3();
  });
  afterAll(async () => {
    for (const name of databases) await admin(`drop database ${name} with (force)`);
    s3.stop();
    rmSync(place, { recursive: true, force: true });
  });

  async function admin(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: SERVER });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }

  async function newDatabase(): Promise<string> {
    const name = `soulsight_move_${randomUUID().replaceAll('-', '')}`;
    await admin(`create database ${name}`);
    databases.push(name);
    return Object.assign(new URL(SERVER), { pathname: `/${name}` }).href;
  }

  it('moves every row, waiting job, photo and erased user; people read their messages and write on', async () => {
    const data = { DATA_DIR: path.join(place, 'data'), BACKUP_DIR: path.join(place, 'backups') };
    const embedded = await buildApp(testConfig(data), { manualJobs: true });
    await embedded.startWork();
    const { one, matchId } = await buildPair(embedded.features, { one: { firstName: 'Éowyn "\\' } });
    await embedded.features.photos.add(one.id, await jpeg());
    const [original] = await embedded.features.photos.listOriginals(one.id);
    const { id: conversationId } = await embedded.features.chat.start(one.id, matchId);
    const say = ({ features }: App, content: string) =>
      features.chat.send({ userId: one.id, conversationId, content, messageId: randomUUID() });
    await say(embedded, 'Moving, (really) "soon"?');
    const gone = randomUUID();
    await embedded.core.erasures.add(gone);
    const { rows: jobs } = await embedded.core.db.execute(sql`select id from pgboss.job`);
    expect(jobs.length).toBeGreaterThan(0);
    const url = await newDatabase();
    const config = testConfig({ ...data, DATABASE_URL: url, S3_URL: s3.url });
    await expect(moveDatabase(config)).rejects.toThrow('already running');
    await embedded.stop();

    // A target that loses rows: the comparison finds it, and nothing is left there.
    const lossy = await newDatabase();
    const target = await openPostgres(lossy, { max: 1 });
    await target.migrate();
    await target.db.execute(sql`create rule lose as on insert to photos do instead nothing`);
    await expect(moveDatabase(testConfig({ ...data, DATABASE_URL: lossy }))).rejects.toThrow(
      'The copy of public.photos differs from row 1 on.',
    );
    expect((await target.db.execute(sql`select id from users`)).rows).toEqual([]);
    await target.db.execute(sql`alter table users add column soul text`);
    await expect(moveDatabase(testConfig({ ...data, DATABASE_URL: lossy }))).rejects.toThrow(
      'A newer version of Soulsight has migrated one of the two databases.',
    );
    await target.close();

    expect(await moveDatabase(config)).toMatch(/^Moved \d{2,} rows and 3 pictures, and compared each of them\./);
    await expect(moveDatabase(config)).rejects.toThrow('is not empty');

    const database = await openPostgres(url, { max: 5 });
    const moved = await buildTestApp({ database, storage: s3Storage(s3.url) });
    try {
      expect((await database.db.execute(sql`select id from pgboss.job`)).rows).toEqual(expect.arrayContaining(jobs));
      expect(await moved.core.storage.list('erased/')).toEqual([`erased/${gone}`]);
      expect(await moved.features.photos.listOriginals(one.id)).toEqual([original]);
      await say(moved, 'Here we are.');
      const { messages } = (await moved.call(getChatMessages, { as: one, params: { id: conversationId } })).ok();
      expect(messages.map(({ content }) => content)).toEqual(['Moving, (really) "soon"?', 'Here we are.']);
      // Sequences go on after the copied rows, and the triggers work.
      await buildPair(moved.features);
      await moved.drain();
    } finally {
      await moved.stop();
    }
  });
});
