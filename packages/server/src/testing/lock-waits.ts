import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { Db } from '../core/db/types.ts';

const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves when this many transactions of the PostgreSQL database wait for a lock; fails after 20 seconds. */
export async function waitForLockWaits(db: Db, count: number): Promise<void> {
  await vi.waitFor(async () => expect((await db.execute(waiting)).rows).toHaveLength(count), { timeout: 20_000 });
}
