import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { fromDrizzle, type Job, PgBoss } from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { Database, Db } from '../db/types.ts';
import type { Log } from '../ops/logger.ts';

export interface JobInfo {
  id: string;
  /** Ends when the server is stopping: leave off, the job is tried again. */
  signal: AbortSignal | undefined;
}

export type JobHandler<T> = (data: T, job: JobInfo) => Promise<void>;

export interface SendOptions {
  /** Not before this instant, or this many milliseconds from now. */
  startAfter?: Date | number;
  /** At most one waiting job of this name has this key; sending it again while it waits changes nothing. */
  singletonKey?: string;
  /** The transaction that the job belongs to: it exists if that commits. */
  tx?: Db;
}

/** Work that happens later, or again after a failure. Jobs are rows of the database: they survive the process. */
export interface Jobs {
  /** Says what does the work of that name. Every name is registered before the start. */
  on<T extends object>(name: string, handler: JobHandler<T>): void;
  send(name: string, data: object, options?: SendOptions): Promise<void>;
  /** Sends a job of that name at each time that the cron expression (UTC, five fields) names, once in the whole cluster. */
  schedule(name: string, cron: string): void;
  start(): Promise<void>;
  /** Takes no more jobs and waits for those at work. */
  stop(): Promise<void>;
  /** Does every job that is due by the clock, and those they send, until none is left. Only where jobs do not run by themselves. */
  drain(): Promise<void>;
}

export interface JobsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** `run`: workers take jobs. `send`: this node only sends them. `manual`: `drain` does them. */
  mode: 'run' | 'send' | 'manual';
}

const BATCH = 20;
const RETRY_LIMIT = 8;
const RETRY_DELAY_S = 2;
const RETRY_DELAY_MAX_S = 600;
const POLL_S = 2;
/** How often to look while new jobs announce themselves. */
const NOTIFIED_POLL_S = 10;
/** A job due within this time wakes its worker by a timer of this process, not only by the next look. */
const WAKE_WITHIN_MS = MINUTE_MS;
const STOP_TIMEOUT_MS = 20_000;
const DRAIN_ROUNDS_MAX = 1_000;
const SCHEMA = 'pgboss';
const NO_JOB = '00000000-0000-0000-0000-000000000000';

export function createJobs({ database, clock, log, mode }: JobsOptions): Jobs {
  const handlers = new Map<string, JobHandler<object>>();
  const schedules = new Map<string, string>();
  const workers = new Map<string, string>();
  const timers = new Set<NodeJS.Timeout>();
  const stopping = new AbortController();
  const boss = new PgBoss({
    ...database.boss,
    schema: SCHEMA,
    useListenNotify: mode === 'run',
    schedule: mode === 'run',
    supervise: mode === 'run',
  });
  boss.on('error', (err) => log.error({ err }, 'jobs'));
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'jobs'));

  async function runOne(name: string, job: Job<object>): Promise<unknown> {
    try {
      const signal = job.signal && AbortSignal.any([job.signal, stopping.signal]);
      await handlers.get(name)?.(job.data, { id: job.id, signal });
      return undefined;
    } catch (err) {
      log.error({ err, job: name }, 'a job failed');
      return err instanceof Error ? err : new Error(String(err));
    }
  }

  async function startWorker(name: string): Promise<void> {
    const options = {
      batchSize: BATCH,
      burstWhenBatchFull: true,
      perJobResults: true,
      pollingIntervalSeconds: POLL_S,
      notifyPollingIntervalSeconds: NOTIFIED_POLL_S,
    } as const;
    const id = await boss.work<object, unknown, typeof options>(name, options, (jobs) =>
      Promise.all(
        jobs.map(async (job) => {
          const failure = await runOne(name, job);
          return failure
            ? { id: job.id, status: 'failed' as const, output: { message: String(failure) } }
            : { id: job.id, status: 'completed' as const };
        }),
      ),
    );
    workers.set(name, id);
  }

  function scheduleWake(name: string, at: Date): void {
    const wait = at.getTime() - clock.now().getTime();
    if (mode !== 'run' || wait <= 0 || wait > WAKE_WITHIN_MS) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const worker = workers.get(name);
      if (worker) boss.notifyWorker(worker);
    }, wait + 5);
    timers.add(timer.unref());
  }

  /** Jobs that are due by the application's clock become due by the database's. */
  async function makeDueJobsAvailable(name: string): Promise<void> {
    await database.db.execute(
      sql`update ${sql.raw(SCHEMA)}.job set start_after = now() - interval '1 second'
          where name = ${name} and state in ('created', 'retry') and start_after <= ${clock.now().toISOString()}::timestamptz`,
    );
  }

  async function drainQueue(name: string): Promise<number> {
    await makeDueJobsAvailable(name);
    const jobs = await boss.fetch<object>(name, { batchSize: BATCH });
    for (const job of jobs) {
      const failure = await runOne(name, job);
      await boss.complete(name, job.id);
      if (failure) throw failure;
    }
    return jobs.length;
  }

  return {
    on<T extends object>(name: string, handler: JobHandler<T>) {
      if (handlers.has(name)) throw new Error(`Two handlers for the job ${name}.`);
      handlers.set(name, handler as unknown as JobHandler<object>);
    },
    schedule(name, cron) {
      schedules.set(name, cron);
    },
    async send(name, data, { startAfter, singletonKey, tx } = {}) {
      if (!handlers.has(name)) throw new Error(`No handler for the job ${name}.`);
      const at = typeof startAfter === 'number' ? new Date(clock.now().getTime() + startAfter) : startAfter;
      await boss.send(name, data, {
        // The queue keeps one waiting job for each key.
        singletonKey: singletonKey ?? randomUUID(),
        ...(at ? { startAfter: at } : {}),
        ...(tx ? { db: fromDrizzle(tx, sql) } : {}),
      });
      if (at) scheduleWake(name, at);
    },
    async start() {
      await boss.start();
      const existing = new Set((await boss.getQueues()).map((q) => q.name));
      for (const name of handlers.keys()) {
        if (existing.has(name)) continue;
        await boss.createQueue(name, {
          policy: 'short',
          notify: true,
          retryLimit: RETRY_LIMIT,
          retryDelay: RETRY_DELAY_S,
          retryBackoff: true,
          retryDelayMax: RETRY_DELAY_MAX_S,
        });
        // Asking for anything makes pg-boss remember the queue: a job sent inside a transaction must not look it up outside of it.
        await boss.resume(name, NO_JOB);
      }
      if (mode !== 'run') return;
      for (const name of handlers.keys()) await startWorker(name);
      for (const [name, cron] of schedules) await boss.schedule(name, cron);
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      stopping.abort();
      await boss.stop({ graceful: mode === 'run', timeout: STOP_TIMEOUT_MS });
    },
    async drain() {
      if (mode !== 'manual') throw new Error('Jobs run by themselves here.');
      for (let round = 0; round < DRAIN_ROUNDS_MAX; round += 1) {
        let done = 0;
        for (const name of handlers.keys()) done += await drainQueue(name);
        if (done === 0) return;
      }
      throw new Error('Jobs send one another without end.');
    },
  };
}
