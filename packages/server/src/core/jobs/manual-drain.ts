import { sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/types.ts';
import type { JobRunner } from './job-runner.ts';

const BATCH = 20;
const ROUNDS_MAX = 1_000;
/** No test's database lives so long: by its own clock a held job is never due. */
const HELD_YEARS = 100;
const HELD = sql.raw(`interval '${HELD_YEARS} years'`);

interface DrainOptions {
  boss: PgBoss;
  db: Db;
  clock: Clock;
  runner: JobRunner;
  schema: string;
}

/** The time to store for a job that is due at `at` by the injected clock: only a drain makes it due by the database's. */
export function heldUntil(at: Date): Date {
  const held = new Date(at);
  held.setUTCFullYear(held.getUTCFullYear() + HELD_YEARS);
  return held;
}

/**
 * Runs all jobs that are due by the injected clock, and those they send, until none is left.
 * @throws the first error of a job; the job is retried by a later drain, once its delay has passed
 */
export async function drainJobs(options: DrainOptions): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    let done = 0;
    for (const name of await listDueNames(options)) done += await drainQueue(name, options);
    if (done === 0) return;
  }
  throw new Error(`Jobs still send new jobs after ${ROUNDS_MAX} rounds.`);
}

/** The names with jobs that are due by either clock, in the order of their handlers. */
async function listDueNames({ db, clock, runner, schema }: DrainOptions): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select distinct name from ${sql.raw(schema)}.job where state in ('created', 'retry')
        and (start_after <= now() or start_after <= ${clock.now().toISOString()}::timestamptz + ${HELD})`,
  );
  const due = new Set(rows.map((row) => row.name));
  return runner.names().filter((name) => due.has(name));
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
      await holdRetry(job.id, options);
    }
  }
  if (failures[0]) throw failures[0];
  return jobs.length;
}

/** Makes held jobs that are due by the injected clock due by the database's clock. */
async function makeDueJobsAvailable(name: string, { db, clock, schema }: DrainOptions): Promise<void> {
  await db.execute(
    sql`update ${sql.raw(schema)}.job set start_after = now() - interval '1 second'
        where name = ${name} and state in ('created', 'retry') and start_after > now()
          and start_after <= ${clock.now().toISOString()}::timestamptz + ${HELD}`,
  );
}

/** The queue delays a retry by the database's clock, which goes on while a slow test waits. */
async function holdRetry(id: string, { db, clock, schema }: DrainOptions): Promise<void> {
  await db.execute(
    sql`update ${sql.raw(schema)}.job set start_after = start_after - now() + ${clock.now().toISOString()}::timestamptz + ${HELD}
        where id = ${id} and state = 'retry'`,
  );
}
