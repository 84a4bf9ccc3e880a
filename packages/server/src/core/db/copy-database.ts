import { sql } from 'drizzle-orm';
import { StartError } from '../config/start-error.ts';
import type { Database, Db } from './types.ts';

const BATCH = 500;
/** The job queue's tables with content of ours; the rest are its own statistics. In the order of their references. */
const JOB_TABLES = ['pgboss.queue', 'pgboss.schedule', 'pgboss.job', 'pgboss.job_dependency', 'pgboss.subscription'];
/** Rows are copied and compared as text, which is exact for all types as long as both sides write it alike. */
const TEXT_SETTINGS = {
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  statement_timeout: '0',
};

type Table = {
  /** With its schema, quoted. */
  name: string;
  columns: { name: string; isGenerated: boolean }[];
};

/**
 * Copies all rows of one migrated database to another one of the same schema, in one transaction, and compares them row by row.
 * @returns the number of rows
 * @throws StartError if the target has accounts or other tables; Error if a row differs. The target is then as it was
 */
export async function copyDatabase(source: Database, target: Database): Promise<number> {
  return source.db.transaction((from) =>
    target.db.transaction(async (to) => {
      for (const tx of [from, to]) await applyTextSettings(tx);
      await assertEmpty(to);
      const tables = await listTables(from);
      assertSame(tables, await listTables(to));
      const foreignKeys = await dropForeignKeys(to);
      await to.execute(sql.raw(`truncate ${tables.map(({ name }) => name).join(', ')}`));
      await setTriggers(to, tables, 'disable');
      for (const table of tables) await copyTable(from, to, table);
      await setTriggers(to, tables, 'enable');
      for (const statement of foreignKeys) await to.execute(sql.raw(statement));
      await copySequences(from, to);
      let rows = 0;
      for (const table of tables) rows += await compareTable(from, to, table);
      return rows;
    }),
  );
}

async function applyTextSettings(tx: Db): Promise<void> {
  for (const [name, value] of Object.entries(TEXT_SETTINGS))
    await tx.execute(sql`select set_config(${name}, ${value}, true)`);
}

async function assertEmpty(to: Db): Promise<void> {
  const { rows } = await to.execute(sql`select 1 from users union all select 1 from data_keys limit 1`);
  if (rows.length > 0) throw new StartError('The database at DATABASE_URL is not empty. Use a new one.');
}

async function listTables(from: Db): Promise<Table[]> {
  const { rows } = await from.execute<Table>(sql`
    select format('%I.%I', c.table_schema, c.table_name) as name,
      json_agg(json_build_object('name', c.column_name, 'isGenerated', c.is_generated = 'ALWAYS') order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'pgboss') group by 1 order by 1`);
  const jobs = JOB_TABLES.flatMap((name) => rows.find((table) => table.name === name) ?? []);
  return [...rows.filter(({ name }) => name.startsWith('public.')), ...jobs];
}

/** Each is migrated by this version; but one may have been migrated by a newer one before, which this one survives. */
function assertSame(source: readonly Table[], target: readonly Table[]): void {
  const describe = (tables: readonly Table[]) =>
    tables
      .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
      .sort()
      .join();
  if (describe(source) !== describe(target))
    throw new StartError(
      'A newer version of Soulsight has migrated one of the two databases. Move with that version, to a new database.',
    );
}

/** Returns the statements that add them again, which checks every row. */
async function dropForeignKeys(to: Db): Promise<string[]> {
  const { rows } = await to.execute<{ drop: string; add: string }>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  for (const { drop } of rows) await to.execute(sql.raw(drop));
  return rows.map(({ add }) => add);
}

/** The rows that triggers write are copied like all others. */
async function setTriggers(to: Db, tables: Table[], state: 'enable' | 'disable'): Promise<void> {
  for (const { name } of tables)
    if (name.startsWith('public.')) await to.execute(sql.raw(`alter table ${name} ${state} trigger user`));
}

async function copyTable(from: Db, to: Db, { name, columns }: Table): Promise<void> {
  const stored = columns.filter(({ isGenerated }) => !isGenerated).map((column) => `"${column.name}"`);
  const insert = sql.raw(
    `insert into ${name} (${stored.join(', ')}) select ${stored.map((column) => `(x.r).${column}`).join(', ')}`,
  );
  for await (const rows of readRows(from, name)) {
    await to.execute(sql`${insert} from (
      select t::${sql.raw(name)} as r from jsonb_array_elements_text(${JSON.stringify(rows)}::jsonb) t offset 0) x`);
  }
}

/** All rows as text, in batches, in the order of that text, which is the same in every database. */
async function* readRows(tx: Db, table: string): AsyncGenerator<string[]> {
  await tx.execute(sql.raw(`declare moved cursor for select t::text collate "C" as r from ${table} t order by 1`));
  for (;;) {
    const { rows } = await tx.execute<{ r: string }>(sql.raw(`fetch ${BATCH} from moved`));
    if (rows.length === 0) break;
    yield rows.map(({ r }) => r);
  }
  await tx.execute(sql`close moved`);
}

async function copySequences(from: Db, to: Db): Promise<void> {
  const { rows } = await from.execute<{ name: string; last: string | null }>(sql`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where schemaname = 'public'`);
  for (const { name, last } of rows)
    if (last !== null) await to.execute(sql`select setval(${name}::regclass, ${last}::bigint)`);
}

async function compareTable(from: Db, to: Db, { name }: Table): Promise<number> {
  const copies = readRows(to, name);
  let compared = 0;
  for await (const rows of readRows(from, name)) {
    const { value: others = [] } = await copies.next();
    const differs = rows.findIndex((row, n) => row !== others[n]);
    if (differs >= 0 || others.length !== rows.length)
      throw new Error(`The copy of ${name} differs from row ${compared + Math.max(differs, 0) + 1} on.`);
    compared += rows.length;
  }
  if (!(await copies.next()).done) throw new Error(`The copy of ${name} has more than ${compared} rows.`);
  return compared;
}
