import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getBgpProfile, getBgpQuestions } from '@soulsight/contract/bgp';
import { getChatMessages, postChatMessage } from '@soulsight/contract/chat';
import { getMatches, postMatchFind, postMatchLike } from '@soulsight/contract/match';
import { getNotifications, postNotificationRead, postNotificationsRead } from '@soulsight/contract/notifications';
import { getMe, getPublicProfile } from '@soulsight/contract/profile';
import { getRevealStatus } from '@soulsight/contract/reveal';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildPair } from '../features/demo/builders/user.builder.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

const FILE = path.resolve(import.meta.dirname, '../../../../deploy/citus/distribute.sql');

/** Citus's own functions, which only note what they are called with. */
const NOTED = `
  create table distribution (name regclass primary key, distributed_by text);
  create function create_reference_table(t regclass) returns void language sql as
    'insert into distribution values (t, null)';
  create function create_distributed_table(t regclass, by text, colocate_with text default null) returns void language sql as
    'insert into distribution values (t, by)';`;

/** Keys and unique indexes of distributed tables that do not contain the column by which the table is distributed. */
const KEYS = sql`
  select i.indexrelid::regclass::text as broken from distribution d join pg_index i on i.indrelid = d.name
  where (i.indisunique or i.indisexclusion) and d.distributed_by is not null and not exists (
    select from pg_attribute a where a.attrelid = d.name and a.attname = d.distributed_by and a.attnum = any(i.indkey::int2[]))`;

/** Foreign keys that cross servers: only references to a table with a copy on every server fit, and those to the same server. */
const FOREIGN_KEYS = sql`
  select c.conname as broken from pg_constraint c
    left join distribution d on d.name = c.conrelid left join distribution r on r.name = c.confrelid
  where c.contype = 'f' and (
    (d.distributed_by is not null and r.name is null) or
    (d.name is not null and d.distributed_by is null and (r.name is null or r.distributed_by is not null)) or
    (d.name is null and r.distributed_by is not null) or
    (d.distributed_by is not null and r.distributed_by is not null and not exists (
      select from unnest(c.conkey, c.confkey) as k (near, far)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.near and a.attname = d.distributed_by
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.far and b.attname = r.distributed_by)))`;

const TRIGGERS = sql`
  select t.tgname as broken from pg_trigger t join distribution d on d.name = t.tgrelid where not t.tgisinternal`;

describe.runIf(process.env.TEST_DATABASE_URL)('the tables as Citus would distribute them', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp();
    for (const statements of [NOTED, readFileSync(FILE, 'utf8')]) await app.core.db.execute(sql.raw(statements));
  });
  afterAll(() => app.stop());

  const list = async (query: typeof KEYS) => {
    const { rows } = await app.core.db.execute<{ broken: string }>(query);
    return rows.map(({ broken }) => broken).sort();
  };

  it('have keys, references and triggers that fit its rules', async () => {
    const { rows } = await app.core.db.execute<{ n: number }>(sql`select count(*)::int as n from distribution`);
    expect(rows[0]?.n).toBeGreaterThan(5);
    expect(await list(KEYS)).toEqual([]);
    expect(await list(FOREIGN_KEYS)).toEqual([]);
    expect(await list(TRIGGERS)).toEqual([]);
  });

  it('are asked for one user or one conversation by every statement of the usual calls', async () => {
    const { rows } = await app.core.db.execute<{ name: string; by: string }>(
      sql`select name::text, distributed_by as by from distribution where distributed_by is not null`,
    );
    const { one, other, matchId } = await buildPair(app.features);
    const conversation = await app.features.chat.start(one.id, matchId);
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const params = { id: conversation.id };
    for (const as of [one, other]) {
      (await app.call(postChatMessage, { as, params, body: { content: 'How was your day at the sea?' } })).ok();
      (await app.call(getChatMessages, { as, params, query: {} })).ok();
      (await app.call(getMe, { as })).ok();
      await app.call(postMatchFind, { as });
      (await app.call(getMatches, { as })).ok();
      (await app.call(getPublicProfile, { as, params: { id: as === one ? other.id : one.id } })).ok();
      await app.call(postMatchLike, { as, body: { match_id: matchId } });
      (await app.call(getRevealStatus, { as, params: { id: matchId } })).ok();
      const { notifications } = (await app.call(getNotifications, { as, query: {} })).ok();
      for (const { id } of notifications) (await app.call(postNotificationRead, { as, params: { id } })).ok();
      (await app.call(postNotificationsRead, { as })).ok();
      (await app.call(getBgpProfile, { as })).ok();
      (await app.call(getBgpQuestions, { as })).ok();
    }
    await app.drain();
    const statements = asked.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    );
    asked.mockRestore();
    const elsewhere = statements.flatMap((statement) =>
      rows
        .filter(({ name, by }) => uses(statement, name) && !narrows(statement, name, by))
        .map(({ name }) => `${name}: ${statement}`),
    );
    expect([...new Set(elsewhere)]).toEqual([]);
    // Otherwise nothing was checked of a table.
    const unused = rows.filter(({ name }) => !statements.some((statement) => uses(statement, name)));
    expect(unused.map(({ name }) => name)).toEqual([]);
  });
});

function uses(statement: string, table: string): boolean {
  return new RegExp(`(from|join|into|update)\\s+"?${table}"?\\b`, 'i').test(statement);
}

/** Whether a statement names the column where it inserts into the table, or in its conditions. */
function narrows(statement: string, table: string, column: string): boolean {
  const isInsert = new RegExp(`insert into\\s+"?${table}"?\\b`, 'i').test(statement);
  const [, ...conditions] = statement.split(/\bwhere\b/i);
  return (isInsert ? statement : conditions.join(' ')).includes(column);
}
