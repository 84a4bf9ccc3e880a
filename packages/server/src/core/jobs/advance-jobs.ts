import { sql } from 'drizzle-orm';
import type { Db } from '../db/types.ts';

/** Makes waiting jobs due `ms` sooner. */
export async function advanceWaitingJobs(db: Db, schema: string, ms: number): Promise<void> {
  await db.execute(
    sql`update ${sql.raw(schema)}.job set start_after = start_after - ${ms} * interval '1 millisecond'
        where state in ('created', 'retry') and start_after > now()`,
  );
}
