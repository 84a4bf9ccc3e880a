import { sql } from 'drizzle-orm';
import type { Db } from '../db/types.ts';
import { sealedColumns } from './crypto.tables.ts';
import { openRecord, type RecordKind, SEALED_KEY, type SealedRecord, sealRecord } from './sealed-record.ts';
import { SEALED_PREFIX, sealText } from './sealed-text.ts';
import type { Owner, Vault } from './vault.ts';

/** A column whose values are sealed: for the user that `userColumn` names, or for one owner of the product. */
export interface SealedColumn {
  table: string;
  column: string;
  context: string;
  owner: { userColumn: string } | { system: Owner };
  /** Set for a column of `sealedRecord`: the keys that stay unencrypted. */
  clear?: RecordKind['clear'];
}

const BATCH = 200;

/** Those of the columns that may hold values from before they were sealed. */
export async function listUnsealedColumns(db: Db, columns: readonly SealedColumn[]): Promise<SealedColumn[]> {
  const rows = await db.select({ name: sealedColumns.name }).from(sealedColumns);
  const done = new Set(rows.map(({ name }) => name));
  return columns.filter((column) => !done.has(toName(column)));
}

/**
 * Seals the values of a column that are still unencrypted, in batches. Calls on several nodes at once share the work. Returns how many values
 * it sealed.
 */
export async function sealColumn(
  { db, vault }: { db: Db; vault: SealingVault },
  column: SealedColumn,
): Promise<number> {
  let sealed = 0;
  for (let n = BATCH; n === BATCH; sealed += n) n = await sealBatch(db, vault, column);
  return sealed;
}

/** Records that these columns hold nothing unencrypted. */
export async function markSealed(db: Db, columns: readonly SealedColumn[], at: Date): Promise<void> {
  await db
    .insert(sealedColumns)
    .values(columns.map((column) => ({ name: toName(column), sealedAt: at })))
    .onConflictDoNothing();
}

const toName = ({ table, column }: SealedColumn) => `${table}.${column}`;

type SealingVault = Pick<Vault, 'seal' | 'openMany'>;

async function sealBatch(db: Db, vault: SealingVault, spec: SealedColumn): Promise<number> {
  const [table, column] = [sql.identifier(spec.table), sql.identifier(spec.column)];
  const user = 'userColumn' in spec.owner ? sql.identifier(spec.owner.userColumn) : sql`null::uuid`;
  const isInClear = spec.clear
    ? sql`(${column} - ${sql.param([SEALED_KEY, ...spec.clear])}::text[] <> '{}'::jsonb
        or not starts_with(${column} ->> ${SEALED_KEY}, ${SEALED_PREFIX}))`
    : sql`not starts_with(${column}, ${SEALED_PREFIX})`;
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ at: string; userId: string | null; value: string | SealedRecord }>(sql`
      select ctid::text as at, ${user}::text as "userId", ${column} as value from ${table}
      where ${column} is not null and ${isInClear} limit ${BATCH}::int for update`);
    for (const { at, userId, value } of rows) {
      const owner: Owner = 'system' in spec.owner ? spec.owner.system : `user:${userId}`;
      const sealed = await sealValue(tx, vault, spec, owner, value);
      await tx.execute(sql`update ${table} set ${column} = ${sealed} where ctid = ${at}::tid`);
    }
    return rows.length;
  });
}

async function sealValue(tx: Db, vault: SealingVault, spec: SealedColumn, owner: Owner, value: string | SealedRecord) {
  const { clear, context } = spec;
  if (typeof value === 'string') return sql`${await sealText(vault, tx, owner, value, context)}`;
  const record = await openRecord(vault, tx, owner, value, context);
  const sealed = await sealRecord(vault, tx, owner, record, { context, clear: clear ?? [] });
  return sql`${JSON.stringify(sealed)}::jsonb`;
}
