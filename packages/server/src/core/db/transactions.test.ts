import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { afterCommit, reportHookErrors } from './commit-hooks.ts';
import { isInTransaction, withoutTransactions } from './transaction-scope.ts';
import type { Database, Db } from './types.ts';

let database: Database;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  await db.execute(sql`create table notes (n int primary key)`);
});
beforeEach(() => db.execute(sql`delete from notes`));
afterAll(() => database.close());

async function count(handle: Db = db): Promise<number> {
  const { rows } = await handle.execute<{ n: number }>(sql`select count(*)::int as n from notes`);
  return rows[0]?.n ?? -1;
}

describe('afterCommit', () => {
  it('runs once the transaction is committed, and not before', async () => {
    const seen: string[] = [];
    await db.transaction(async (tx) => {
      afterCommit(tx, () => seen.push('committed'));
      await tx.execute(sql`insert into notes values (1)`);
      seen.push('inside');
    });
    expect(seen).toEqual(['inside', 'committed']);
  });

  it('does not run when the transaction is rolled back', async () => {
    const seen: string[] = [];
    const work = db.transaction(async (tx) => {
      afterCommit(tx, () => seen.push('committed'));
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(seen).toEqual([]);
  });

  it('does not run hooks of a savepoint that was rolled back', async () => {
    const seen: string[] = [];
    await db.transaction(async (tx) => {
      await tx.transaction(async (inner) => {
        afterCommit(inner, () => seen.push('released'));
      });
      const lost = tx.transaction(async (inner) => {
        afterCommit(inner, () => seen.push('lost'));
        throw new Error('back');
      });
      await expect(lost).rejects.toThrow('back');
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual(['released']);
  });

  it('that throws or rejects is reported, and neither fails the transaction nor skips later functions', async () => {
    const reported: string[] = [];
    reportHookErrors(db, (error) => reported.push((error as Error).message));
    const seen: string[] = [];
    const result = await db.transaction(async (tx) => {
      afterCommit(tx, () => {
        throw new Error('thrown');
      });
      afterCommit(tx, async () => {
        throw new Error('rejected');
      });
      afterCommit(tx, () => seen.push('later'));
      await tx.execute(sql`insert into notes values (1)`);
      return 'stored';
    });
    afterCommit(db, () => {
      throw new Error('outside');
    });
    await Promise.resolve();
    expect([result, await count()]).toEqual(['stored', 1]);
    expect(seen).toEqual(['later']);
    expect(reported.sort()).toEqual(['outside', 'rejected', 'thrown']);
  });

  it('runs at once outside a transaction', () => {
    const seen: string[] = [];
    afterCommit(db, () => seen.push('now'));
    expect(seen).toEqual(['now']);
  });
});

it('a failed transaction leaves nothing', async () => {
  const work = db.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values (1)`);
    await tx.execute(sql`insert into notes values (1)`);
  });
  await expect(work).rejects.toThrow();
  expect(await count()).toBe(0);
});

it('the outer handle inside a transaction of the embedded database is an error instead of a deadlock', async () => {
  if (database.kind !== 'embedded') return;
  const work = db.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values (1)`);
    await count();
  });
  await expect(work).rejects.toMatchObject({
    cause: { message: expect.stringContaining('outer database handle') },
  });
  expect(await count()).toBe(0);
});

it('work that outlives its transaction may use the outer handle', async () => {
  let later: Promise<number> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values (1)`);
    afterCommit(tx, () => {
      later = count();
    });
  });
  expect(await later).toBe(1);
});

describe('an outside service', () => {
  const service = withoutTransactions('weather service', { name: 'weather', ask: async () => 'rain' });

  it('cannot be called inside a transaction, which is then rolled back', async () => {
    const work = db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values (1)`);
      await service.ask();
    });
    await expect(work).rejects.toThrow('The weather service was called inside a database transaction.');
    expect(await count()).toBe(0);
  });

  it('can be called before, after, and beside a transaction', async () => {
    expect(await service.ask()).toBe('rain');
    let later: Promise<string> | undefined;
    await db.transaction(async (tx) => {
      expect(isInTransaction()).toBe(true);
      await tx.transaction(async () => expect(isInTransaction()).toBe(true));
      afterCommit(tx, () => {
        later = service.ask();
      });
    });
    expect(await later).toBe('rain');
    expect(isInTransaction()).toBe(false);
  });
});

it('gives counts as numbers and instants as dates on both drivers', async () => {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*) as n from notes`);
  expect(rows).toEqual([{ n: 0 }]);
});
