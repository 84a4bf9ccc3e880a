import { sql } from 'drizzle-orm';
import type { Db } from '../db/types.ts';

/** Whether another job of this name began to run before this one, and still runs, on any node. */
export async function hasEarlierRun(db: Db, schema: string, name: string, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${sql.raw(schema)}.job mine
    join ${sql.raw(schema)}.job other on other.name = mine.name and other.state = 'active'
      and (other.started_on, other.id) < (mine.started_on, mine.id)
    where mine.name = ${name} and mine.id = ${id}::uuid limit 1`);
  return rows.length > 0;
}
