import { MINUTE_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import type { Jobs } from '../jobs/jobs.ts';
import type { Database } from './types.ts';

const JOB = 'db.maintain';
const EVERY_SIX_HOURS = '7 */6 * * *';
const AFTER_START_MS = MINUTE_MS;

/**
 * Schedules VACUUM and ANALYZE for the embedded database, which has no autovacuum. Does nothing on a PostgreSQL server.
 */
export function scheduleVacuum(database: Database, jobs: Jobs): { start(): Promise<void> } {
  if (database.kind !== 'embedded') return { start: async () => {} };
  jobs.on(JOB, async () => {
    await database.db.execute(sql`vacuum (analyze)`);
  });
  jobs.schedule(JOB, EVERY_SIX_HOURS);
  return {
    start: () => jobs.send(JOB, {}, { startAfter: AFTER_START_MS, singletonKey: 'after-start' }),
  };
}
