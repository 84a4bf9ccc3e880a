import { sql } from 'drizzle-orm';
import type { Db } from './types.ts';

/**
 * Waits until no other transaction, on any node, has locked this name, and keeps it locked until the transaction ends: for what has no
 * row yet that could be locked.
 * @param name of what is locked, with its kind: `match:<user id>`
 */
export async function lockName(tx: Db, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
