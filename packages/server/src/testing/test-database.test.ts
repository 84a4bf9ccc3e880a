import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { queryRows } from './query-rows.ts';
import { testDatabase } from './test-database.ts';

it('is as fresh as the first, whatever the ones before wrote, deleted and flushed to their files', async () => {
  for (let n = 0; n < 3; n += 1) {
    const database = await testDatabase();
    const found = await queryRows({ database }, sql`select to_regclass('left_behind')::text as name`);
    expect(found).toEqual([{ name: null }]);
    await database.db.execute(sql`create table left_behind as select generate_series(1, 20000) as n`);
    await database.db.execute(sql`checkpoint`);
    await database.close();
  }
});
