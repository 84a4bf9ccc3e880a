import { sql } from 'drizzle-orm';
import type { Db } from '../db/types.ts';
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

/** Seals what these columns still hold in clear, in batches. Later calls find nothing. */
export async function sealStoredTexts(
  db: Db,
  vault: Pick<Vault, 'seal'>,
  columns: readonly SealedColumn[],
): Promise<number> {
  let sealed = 0;
  for (const column of columns) {
    for (;;) {
      const n = await sealBatch(db, vault, column);
      sealed += n;
      if (n < BATCH) break;
    }
  }
  return sealed;
}

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
