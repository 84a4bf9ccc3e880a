import { PGlite, types } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { leaveAsText, withoutRepeatedParsers } from './pglite-parsers.ts';

const VALUES = [
  `timestamp '2026-01-02 03:04:05'`,
  `timestamptz '2026-01-02 03:04:05.678Z'`,
  `date '2026-01-02'`,
  `time '03:04:05'`,
  `interval '1 day 2 hours'`,
  `numeric '1.50'`,
  `7::int8`,
  `true`,
  `'{"a": [1]}'::jsonb`,
  `'\\x0102'::bytea`,
  `gen_random_uuid() is not null`,
];
const STATEMENT = sql.raw(
  `select ${VALUES.flatMap((value) => [value, `array[${value}]`]).map((value, n) => `${value} as v${n}`)}`,
);

let pg: PGlite;
beforeAll(async () => {
  pg = await PGlite.create();
});
afterAll(() => pg.close());

it('values of all types read as with the parsers that drizzle names, and the job queue reads times as before', async () => {
  const plain = drizzle({ client: pg });
  const wanted = (await plain.execute(STATEMENT)).rows;
  const had = leaveAsText(pg);
  const spared = drizzle({ client: withoutRepeatedParsers(pg) });
  expect((await spared.execute(STATEMENT)).rows).toEqual(wanted);
  expect(await spared.transaction(async (tx) => (await tx.execute(STATEMENT)).rows)).toEqual(wanted);
  const times = await pg.query(`select now() as at, date '2026-01-02' as day`, [], { parsers: had });
  expect(times.rows).toMatchObject([{ at: expect.any(Date), day: expect.any(Date) }]);
});

it('no statement of drizzle names parsers again, so PGlite merges no tables; others may', async () => {
  const query = vi.spyOn(pg, 'query');
  const client = withoutRepeatedParsers(pg);
  await drizzle({ client }).execute(sql`select 1`);
  expect(query.mock.lastCall?.[2]).toEqual({ rowMode: 'object' });
  const parsers = { [types.TIMESTAMP]: String, [types.BOOL]: () => 'yes' };
  expect((await client.query('select true as v', [], { parsers })).rows).toEqual([{ v: 'yes' }]);
});
