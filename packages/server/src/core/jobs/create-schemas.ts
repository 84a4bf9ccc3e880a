import { systemClock } from '../clock.ts';
import type { Database } from '../db/types.ts';
import type { Log } from '../ops/logger.ts';
import { createJobs } from './jobs.ts';

/** Creates the schemas of the application and of its job queue, or brings them up to date. */
export async function createSchemas(database: Database, log: Log): Promise<void> {
  await database.migrate();
  const jobs = createJobs({ database, clock: systemClock, log, mode: 'manual' });
  await jobs.start();
  await jobs.stop();
}
