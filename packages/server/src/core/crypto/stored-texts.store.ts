import { sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/types.ts';
import { sealedColumns } from './crypto.tables.ts';
import { SEALED_PREFIX, sealText } from './sealed-text.ts';
import type { Owner, Vault } from './vault.ts';

/** A text column whose values are sealed: for the user that `userColumn` names, or for one owner of the product. */
export interface SealedColumn {
  table: string;
  column: string;
  context: string;
  owner: { userColumn: string } | { system: Owner };
}

const BATCH = 200;

/** Those of the columns that may hold values from before they were sealed. */
export async function listUnsealedColumns(db: Db, columns: readonly SealedColumn[]): Promise<SealedColumn[]> {
  const rows = await db.select({ name: sealedColumns.name }).from(sealedColumns);
  const done = new Set(rows.map(({ name }) => name));
  return columns.filter((column) => !done.has(toName(column)));
}

/**
 * Seals what a column still holds in clear, in batches, and records that nothing is left. Calls on several nodes at once share the
 * work. Returns how many values it sealed.
 */
export async function sealColumn(
  { db, vault, clock }: { db: Db; vault: Pick<Vault, 'seal'>; clock: Clock },
  column: SealedColumn,
): Promise<number> {
  let sealed = 0;
  for (let n = BATCH; n === BATCH; sealed += n) n = await sealBatch(db, vault, column);
  await db
    .insert(sealedColumns)
    .values({ name: toName(column), sealedAt: clock.now() })
    .onConflictDoNothing();
  return sealed;
}

const toName = ({ table, column }: SealedColumn) => `${table}.${column}`;

async function sealBatch(db: Db, vault: Pick<Vault, 'seal'>, spec: SealedColumn): Promise<number> {
  const [table, column] = [sql.identifier(spec.table), sql.identifier(spec.column)];
  const user = 'userColumn' in spec.owner ? sql.identifier(spec.owner.userColumn) : sql`null::uuid`;
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ at: string; userId: string | null; text: string }>(sql`
      select ctid::text as at, ${user}::text as "userId", ${column} as text from ${table}
      where ${column} is not null and not starts_with(${column}, ${SEALED_PREFIX}) limit ${BATCH}::int for update`);
    for (const { at, userId, text } of rows) {
      const owner: Owner = 'system' in spec.owner ? spec.owner.system : `user:${userId}`;
      const value = await sealText(vault, tx, owner, text, spec.context);
      await tx.execute(sql`update ${table} set ${column} = ${value} where ctid = ${at}::tid`);
    }
    return rows.length;
  });
}
