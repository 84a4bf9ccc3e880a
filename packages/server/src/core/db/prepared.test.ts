import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '../../features/auth/auth.tables.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { arrayLiteral } from './array-literal.ts';
import { isAmong, prepared } from './prepared.ts';
import type { Database, Db } from './types.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

let built = 0;
const select = prepared(['id'], (db, { id }) => {
  built += 1;
  return db.select({ id: users.id, epoch: users.epoch }).from(users).where(eq(users.id, id));
});
const selectMany = prepared(['ids'], (db, { ids }) =>
  db.select({ id: users.id }).from(users).where(isAmong(users.id, ids)),
);

async function insertUser(db: Db): Promise<string> {
  const id = randomUUID();
  await db.insert(users).values({ id, createdAt: new Date(), updatedAt: new Date() });
  return id;
}

it('is built once for a handle, and calls at once have values of their own', async () => {
  const ids = [await insertUser(database.db), await insertUser(database.db), await insertUser(database.db)];
  built = 0;
  const found = await Promise.all(ids.map((id) => select(database.db, { id })));
  expect(found.flat().map(({ id }) => id)).toEqual(ids);
  expect(built).toBe(1);
});

it('runs in the transaction whose handle it gets', async () => {
  let id = '';
  const rollback = new Error('rollback');
  const transaction = database.db.transaction(async (tx) => {
    id = await insertUser(tx);
    expect(await select(tx, { id })).toMatchObject([{ id }]);
    throw rollback;
  });
  await expect(transaction).rejects.toBe(rollback);
  expect(await select(database.db, { id })).toEqual([]);
});

it('takes any number of ids', async () => {
  const ids = [await insertUser(database.db), await insertUser(database.db)];
  const find = async (wanted: string[]) =>
    (await selectMany(database.db, { ids: arrayLiteral(wanted) })).map(({ id }) => id).toSorted();
  expect(await find([...ids, randomUUID()])).toEqual(ids.toSorted());
  expect(await find(ids.slice(1))).toEqual(ids.slice(1));
  expect(await find([])).toEqual([]);
});
