import { sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/types.ts';
import type { JobRunner } from './job-runner.ts';

const BATCH = 20;
const ROUNDS_MAX = 1_000;

interface DrainOptions {
  boss: PgBoss;
  db: Db;
  clock: Clock;
  runner: JobRunner;
  schema: string;
}

/**
 * Runs all jobs that are due by the injected clock, and those they send, until none is left.
 * @throws the first error of a job; the job is retried by a later drain, once its delay has passed
 */
export async function drainJobs(options: DrainOptions): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    let done = 0;
    for (const name of options.runner.names()) done += await drainQueue(name, options);
    if (done === 0) return;
  }
  throw new Error(`Jobs still send new jobs after ${ROUNDS_MAX} rounds.`);
}

async function drainQueue(name: string, options: DrainOptions): Promise<number> {
  const { boss, runner } = options;
  await makeDueJobsAvailable(name, options);
  const jobs = await boss.fetch<object>(name, { batchSize: BATCH });
  const failures: Error[] = [];
  for (const job of jobs) {
    const failure = await runner.run(name, job);
    if (failure === null) await boss.complete(name, job.id);
    else {
      failures.push(failure);
      await boss.fail(name, job.id, { message: failure.message });
    }
  }
  if (failures[0]) throw failures[0];
  return jobs.length;
}

/** Makes jobs that are due by the injected clock due by the database's clock too. */
async function makeDueJobsAvailable(name: string, { db, clock, schema }: DrainOptions): Promise<void> {
  await db.execute(
    sql`update ${sql.raw(schema)}.job set start_after = now() - interval '1 second'
        where name = ${name} and state in ('created', 'retry') and start_after <= ${clock.now().toISOString()}::timestamptz`,
  );
}
