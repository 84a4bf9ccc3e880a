import { sql } from 'drizzle-orm';
import type { Db } from '../db/types.ts';

/**
 * A job that failed on every attempt, or one that sends itself again after each failure, as calls to the payment gateway do, and has
 * failed too often. `error` is the message of the last one.
 */
export type DeadJob = { id: string; name: string; createdAt: Date; failedAt: Date; attempts: number; error: string };

/** After this many failures in a row the fault is not temporary. */
const FAILURES_SHOWN_FROM = 5;
const FAILURES = sql`case when jsonb_typeof(data->'failures') = 'number' then (data->>'failures')::int else 0 end`;
const HAS_FAILED = sql`state = 'failed'`;
/** Not with `now()`: for a transaction that began before the job was made due, it would still be in the future. */
const FAILS_AGAIN = sql`state = 'created' and start_after > clock_timestamp() and ${FAILURES} >= ${sql.raw(String(FAILURES_SHOWN_FROM))}`;
/** Without the queue's own jobs. */
const IS_DEAD = sql`(${HAS_FAILED} or (${FAILS_AGAIN})) and left(name, 2) <> '__'`;

export async function listDeadJobs(db: Db, schema: string, limit: number): Promise<DeadJob[]> {
  const { rows } = await db.execute<{
    id: string;
    name: string;
    created_at: string;
    failed_at: string;
    attempts: number;
    error: string | null;
  }>(
    sql`select id::text, name, created_on::text as created_at, coalesce(completed_on, created_on)::text as failed_at,
          case when ${HAS_FAILED} then retry_count + 1 else ${FAILURES} end as attempts,
          coalesce(output->>'message', output->'value'->>'message', data->>'error') as error
        from ${sql.raw(schema)}.job where ${IS_DEAD}
        order by coalesce(completed_on, created_on) desc, id limit ${limit}`,
  );
  return rows.map(({ id, name, created_at, failed_at, attempts, error }) => ({
    id,
    name,
    createdAt: new Date(created_at),
    failedAt: new Date(failed_at),
    attempts,
    error: error ?? '',
  }));
}

/** The job runs now, and gets all its attempts again. False if it is not (or no longer) a dead one: of two calls at once one succeeds. */
export async function retryDeadJob(db: Db, schema: string, id: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`update ${sql.raw(schema)}.job set state = case when ${HAS_FAILED} then 'retry' else state end, start_after = least(start_after, now()),
          retry_count = 0, completed_on = null
        where id::text = ${id} and ${IS_DEAD} returning id`,
  );
  return rows.length > 0;
}

/** False if it is not (or no longer) a dead one: of two calls at once one succeeds. */
export async function deleteDeadJob(db: Db, schema: string, id: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`delete from ${sql.raw(schema)}.job where id::text = ${id} and ${IS_DEAD} returning id`,
  );
  return rows.length > 0;
}

export async function countDeadJobs(db: Db, schema: string): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ name: string; n: number }>(
    sql`select name, count(*)::int as n from ${sql.raw(schema)}.job where ${IS_DEAD} group by name`,
  );
  return new Map(rows.map(({ name, n }) => [name, n]));
}

/** Due jobs that no worker has taken yet. */
export type QueueMeasures = { name: string; waiting: number; oldestSeconds: number };

/** One entry for each of these names. */
export async function measureQueues(db: Db, schema: string, names: readonly string[]): Promise<QueueMeasures[]> {
  const { rows } = await db.execute<QueueMeasures>(
    sql`select name, count(*)::int as waiting,
          extract(epoch from now() - min(start_after))::float8 as "oldestSeconds"
        from ${sql.raw(schema)}.job where state in ('created', 'retry') and start_after <= now() and left(name, 2) <> '__'
        group by name`,
  );
  const measured = new Map(rows.map((queue) => [queue.name, queue]));
  return names.map((name) => measured.get(name) ?? { name, waiting: 0, oldestSeconds: 0 });
}
