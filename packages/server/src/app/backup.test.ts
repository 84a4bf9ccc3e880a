import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBackupAge } from '../core/backup/last-backup.ts';
import { openEmbedded } from '../core/db/embedded.ts';
import type { Db } from '../core/db/types.ts';
import { callOperatorCommand, serveOperatorCommands } from '../core/ops/operator-socket.ts';
import { diskStorage } from '../core/storage/storage.ts';
import { type BuiltUser, buildPair } from '../features/demo/builders/user.builder.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import { testConfig } from '../testing/test-config.ts';
import { createOperatorCommands } from './operator-commands.ts';
import { checkRestored, restoreBackup } from './restore-backup.ts';

let place: string;
let app: TestApp;
let one: BuiltUser;
let other: BuiltUser;
let conversationId: string;
let commands: { close(): Promise<void> };

const at = (name: string) => path.join(place, name);
/** No ENCRYPTION_KEY: the key is a file in the data directory. */
const settings = (dataDir: string, more: Record<string, string> = {}) => ({
  DATA_DIR: at(dataDir),
  BACKUP_DIR: at('backups'),
  ENCRYPTION_KEY: '',
  ...more,
});
const configFor = (dataDir: string, more?: Record<string, string>) => testConfig(settings(dataDir, more));

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'soulsight-backup-'));
  const database = await openEmbedded(at('data'));
  app = await buildTestApp({ env: settings('data'), database, storage: diskStorage(at('data/photos')) });
  const pair = await buildPair(app.features, { one: { firstName: 'Arwen' }, other: { firstName: 'Boromir' } });
  ({ one, other } = pair);
  for (const user of [one, other]) await app.features.photos.add(user.id, await photo());
  ({ id: conversationId } = await app.features.chat.start(one.id, pair.matchId));
  await say('Do you sail?');
  commands = await serveOperatorCommands(
    at('data'),
    createOperatorCommands(app.core, app.features, app.backUp),
    app.core.log,
  );
});
afterAll(async () => {
  await commands.close();
  await app.stop();
  rmSync(place, { recursive: true, force: true });
});

const photo = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#4a4' } })
    .jpeg()
    .toBuffer();
const say = (content: string) =>
  app.features.chat.send({ userId: one.id, conversationId, content, messageId: randomUUID() });

/** Backs up through the socket of the running server. Returns the archive. */
async function backUp(folder = at('backups')): Promise<string> {
  app.clock.advance(1_000);
  const output = await callOperatorCommand(at('data'), 'backup', folder);
  return String(output).match(/\S+\.tar\.gz/)?.[0] ?? '';
}

/** Every row of every table, as text. */
async function allRows(db: Db): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'drizzle') and table_type = 'BASE TABLE' order by 1`);
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select t::text collate "C" as row from ${sql.raw(name)} t order by 1`,
    );
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

async function openRestored<T>(dataDir: string, look: (db: Db) => Promise<T>): Promise<T> {
  const database = await openEmbedded(at(dataDir));
  try {
    return await look(database.db);
  } finally {
    await database.close();
  }
}

function files(dir: string): Map<string, string> {
  return new Map(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(dir, file), readFileSync(file).toString('base64')]),
  );
}

it('writes no backup into the data directory: the next one would contain it', async () => {
  await expect(backUp(at('data/backups'))).rejects.toThrow('is inside DATA_DIR');
  expect(existsSync(at('data/backups'))).toBe(false);
});

it('restores every row, photo and key of the instant of the backup, made while people write', async () => {
  const writing = Array.from({ length: 20 }, (_, n) => say(`Message ${n}`));
  const [file] = await Promise.all([backUp(), ...writing]);
  const during = await backUp();
  const before = await allRows(app.core.db);
  await say('After the backup.');

  expect(await restoreBackup(configFor('restored'), during)).toContain('with 6 pictures');
  expect(await openRestored('restored', allRows)).toEqual(before);
  expect(Object.values(before).flat().length).toBeGreaterThan(100);
  expect(files(at('restored/photos'))).toEqual(files(at('data/photos')));
  expect(files(at('restored/keys'))).toEqual(files(at('data/keys')));

  // The one made in the middle of the writing is whole too: numbered without a gap.
  await restoreBackup(configFor('middle'), file);
  const numbers = await openRestored('middle', (db) =>
    db.execute<{ seq: number }>(
      sql`select seq::int from messages where conversation_id = ${conversationId} order by seq`,
    ),
  );
  expect(numbers.rows.map(({ seq }) => seq)).toEqual(numbers.rows.map((_, n) => n + 1));
});

it('refuses in one sentence, and leaves nothing behind', async () => {
  const file = await backUp();
  const whole = readFileSync(file);
  writeFileSync(at('cut.tar.gz'), whole.subarray(0, whole.length / 2));
  const flipped = Buffer.from(whole);
  flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
  writeFileSync(at('flipped.tar.gz'), flipped);
  writeFileSync(at('other.tar.gz'), 'something else');
  writeFileSync(at('empty.tar.gz'), '');
  const empty = configFor('nothing');
  for (const name of ['cut', 'flipped', 'other', 'empty'])
    await expect(restoreBackup(empty, at(`${name}.tar.gz`)), name).rejects.toThrow('is not a complete backup');
  await expect(restoreBackup(empty, at('missing.tar.gz'))).rejects.toThrow('There is no file');
  const key = randomBytes(32).toString('base64');
  await expect(restoreBackup(configFor('nothing', { ENCRYPTION_KEY: key }), file)).rejects.toThrow(
    'The encryption key is not the one this database was made with.',
  );
  expect(existsSync(at('nothing'))).toBe(false);
  expect(existsSync(at('nothing.restoring'))).toBe(false);
  await expect(restoreBackup(configFor('data'), file)).rejects.toThrow('is not empty');
});

it('refuses a backup that lacks a photo', async () => {
  const [key = ''] = await app.core.storage.list('photos/');
  const bytes = await app.core.storage.get(key);
  await app.core.storage.delete(key);
  const file = await backUp();
  await app.core.storage.put(key, bytes ?? Buffer.alloc(0), '');
  await expect(restoreBackup(configFor('nothing'), file)).rejects.toThrow('1 of 6 pictures are missing');
});

it('erases a user again who was erased after the backup, and needs the list of them', async () => {
  const file = await backUp();
  await app.features.privacy.erase(one.id);
  expect(await restoreBackup(configFor('again'), file)).toContain('1 users who had deleted their account');
  const found = await openRestored('again', async (db) => {
    const { rows } = await db.execute<{ owner: string }>(sql`
      select owner from data_keys where owner in (${`user:${one.id}`}, ${`user:${other.id}`}, ${`conversation:${conversationId}`})
      union all select id::text from users where id = ${one.id}`);
    return rows.map((row) => row.owner);
  });
  expect(found).toEqual([`user:${other.id}`]);
  expect(await diskStorage(at('again/photos')).list(`photos/${one.id}`)).toEqual([]);

  expect(await checkRestored(configFor('again'))).toBe('The key fits, all 3 pictures are there.');
  const unreachable = configFor('again', { S3_URL: 'http://key:secret@127.0.0.1:1/bucket' });
  await expect(checkRestored(unreachable)).rejects.toThrow('The pictures cannot be listed');

  // On another machine, only the archive was copied.
  const later = await backUp();
  mkdirSync(at('elsewhere'));
  const copied = at('elsewhere/copied.tar.gz');
  writeFileSync(copied, readFileSync(later));
  const elsewhere = configFor('new-machine', { BACKUP_DIR: at('new-backups') });
  await expect(restoreBackup(elsewhere, copied)).rejects.toThrow('The list of erased users');
  await restoreBackup(elsewhere, copied, { withoutErased: true });
});

it('keeps backups for thirty days, one at a time, also one whose time cannot be noted', async () => {
  mkdirSync(at('data/last-backup.new'));
  const [first, second] = await Promise.allSettled([backUp(), backUp()]);
  rmSync(at('data/last-backup.new'), { recursive: true });
  expect(second).toMatchObject({ reason: { message: 'A backup is running already.' } });
  app.clock.advance(31 * 24 * 3_600_000);
  await backUp();
  expect(first).toMatchObject({ status: 'fulfilled' });
  expect(readdirSync(at('backups')).filter((name) => name.endsWith('.gz'))).toHaveLength(1);
  expect(readdirSync(at('data')).filter((name) => name.startsWith('backup-'))).toEqual([]);
  expect(await readBackupAge(at('data'), app.clock.now())).toBe(0);
});
