import type { Db, Tx } from '@soulsight/server/core/db/types';
import { sql } from 'drizzle-orm';

/** The tables of a user whom a search may find. `discovery` is copied instead of written by the triggers of the others. */
const TABLES = ['users', 'profiles', 'bgp_profiles', 'discovery'] as const;

/** The id of the n-th copy of a user. Ids of copies that are copied later are others, because the number of copies is part of them. */
const copyId = (id: string) => `md5(concat_ws('-', ${id}, copies, n))::uuid`;

/** Columns that differ between a user, whose row is `o`, and the n-th of their copies. Everybody is a little older than the one before. */
const CHANGED: Record<string, string> = {
  'users.id': copyId('o.id'),
  'users.email': `${copyId('o.id')} || '@people.example'`,
  'profiles.user_id': copyId('o.user_id'),
  'profiles.birth_date': 'o.birth_date - n % 365',
  'bgp_profiles.id': 'gen_random_uuid()',
  'bgp_profiles.user_id': copyId('o.user_id'),
  'discovery.user_id': copyId('o.user_id'),
  'discovery.born': 'o.born - n % 365',
};

/**
 * Copies every user of a crowd `times` times under other ids, table by table in the database. A search then reads as many users as in
 * a crowd of that size, in a tenth of the time that drawing each takes. Only as a superuser: it turns triggers off.
 */
export async function copyCrowd(db: Db, times: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local synchronous_commit = off`);
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`set local maintenance_work_mem = '512MB'`);
    await tx.execute(
      sql`create temporary table originals on commit drop as select user_id as id from profiles where place_name = 'Somewhere'`,
    );
    const indexes = await dropIndexes(tx);
    for (const table of TABLES) await copyRows(tx, table, times);
    for (const statement of indexes) await tx.execute(sql.raw(statement));
  });
}

/** Building an index at the end is faster than adding to it. Those of constraints stay. Returns the statements that create them again. */
async function dropIndexes(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string; definition: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid::regclass::text = any(${sql.param([...TABLES])}::text[])
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await tx.execute(sql.raw(`drop index ${name}`));
  return rows.map(({ definition }) => definition);
}

async function copyRows(tx: Tx, table: (typeof TABLES)[number], times: number): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' order by attnum`);
  const columns = rows.map(({ name }) => name);
  const values = columns.map((name) => CHANGED[`${table}.${name}`] ?? `o."${name}"`);
  const key = table === 'users' ? 'id' : 'user_id';
  await tx.execute(
    sql.raw(`insert into ${table} (${columns.map((name) => `"${name}"`).join(', ')}) select ${values.join(', ')}
      from (values (${times})) as all_of (copies) cross join generate_series(1, copies) n cross join ${table} o join originals on originals.id = o.${key}`),
  );
}
