import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Clock } from '../clock.ts';
import { getSqlState, SQL_STATE } from '../db/errors.ts';
import type { Database, Db } from '../db/types.ts';
import type { Log } from '../ops/logger.ts';
import { advanceWaitingJobs } from './advance-jobs.ts';
import { measureQueues, type QueueMeasures } from './dead-jobs.store.ts';
import { createDeadJobs, type DeadJobs } from './dead-jobs.ts';
import { hasEarlierRun } from './earlier-run.store.ts';
import { createJobRunner, type JobHandler, type JobListener } from './job-runner.ts';
import { drainJobs, heldUntil } from './manual-drain.ts';
import { createFailureRecorder } from './record-failures.ts';
import { createWakeTimers } from './wake-timers.ts';

export interface SendOptions {
  /** Not before this instant, or not before this many milliseconds from now. */
  startAfter?: Date | number;
  /** At most one waiting job of this name has this key; sending another while it waits does nothing. */
  singletonKey?: string;
  /** A job with this id is sent once: another one is ignored, also when the first has run, for the days that the queue keeps it. */
  id?: string;
  /** The job exists only if this transaction commits. */
  tx?: Db;
}

/**
 * Background work on pg-boss. Jobs are rows of the database, so they survive the process; a failed job is retried up to eight
 * times with growing delays, so handlers must be idempotent. A job whose worker was killed is retried by another one a minute later.
 */
export interface Jobs extends DeadJobs {
  /** Registers the handler of a job name; all of them before `start`. */
  on<T extends object>(name: string, handler: JobHandler<T>): void;
  /** @throws Error for a name without a handler */
  send(name: string, data: object, options?: SendOptions): Promise<void>;
  /** Sends a job of that name by a cron expression (UTC, five fields), once in the whole cluster. One at a time runs; others are left out meanwhile. */
  schedule(name: string, cron: string): void;
  start(): Promise<void>;
  /** Moves waiting jobs with the clock: they are due `ms` sooner. Schedules by cron expression keep the system's time. */
  advance(ms: number): Promise<void>;
  /** How many due jobs wait, and for how long, for each name. */
  measureQueues(): Promise<QueueMeasures[]>;
  /** Called after each run of a job on this node. */
  onFinished(listener: JobListener): void;
  /** Called with the name of each job that this node runs again because the worker that ran it has died. */
  onTakenOver(listener: (name: string) => void): void;
  /** Takes no more jobs and waits up to 20 s for the running ones. */
  stop(): Promise<void>;
  /** Runs every job that is due by the injected clock, and those they send, until none is left. Only in manual mode. */
  drain(): Promise<void>;
}

export interface JobsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** `run`: workers take jobs. `send`: this node only sends them. `manual`: only `drain` runs them. */
  mode: 'run' | 'send' | 'manual';
  /** How often schedules are checked, in seconds, for tests; 30 otherwise. */
  scheduleCheckS?: number;
}

const SCHEMA = 'pgboss';
const BATCH = 20;
const RETRY_LIMIT = 8;
const RETRY_DELAY_S = 2;
const RETRY_DELAY_MAX_S = 600;
const POLL_S = 2;
/** Polling interval while new jobs are announced with LISTEN/NOTIFY. */
const NOTIFIED_POLL_S = 10;
const STOP_TIMEOUT_MS = 20_000;
/** A worker reports this often that it is alive, for each of its jobs. */
const HEARTBEAT_S = 10;
/** A job without a report for so long belonged to a worker that died. */
const HEARTBEAT_LOST_S = 30;
/** How often workers look for such jobs. */
const SUPERVISE_S = 30;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

const QUEUE = {
  // With this policy a queue has at most one waiting job per singleton key.
  policy: 'short',
  notify: true,
  retryLimit: RETRY_LIMIT,
  retryDelay: RETRY_DELAY_S,
  retryBackoff: true,
  retryDelayMax: RETRY_DELAY_MAX_S,
  heartbeatSeconds: HEARTBEAT_LOST_S,
} as const;

const WORKER = {
  batchSize: BATCH,
  burstWhenBatchFull: true,
  perJobResults: true,
  // With the outcome of the attempt before.
  includeMetadata: true,
  heartbeatRefreshSeconds: HEARTBEAT_S,
  pollingIntervalSeconds: POLL_S,
  notifyPollingIntervalSeconds: NOTIFIED_POLL_S,
} as const;

/** The longest wait of the queue after `retries` retries. It waits half of it, and a random part of the rest. */
export const getRetryDelayMs = (retries: number) =>
  Math.min(RETRY_DELAY_S * 2 ** (retries + 1), RETRY_DELAY_MAX_S) * 1_000;

/** Workers compare with the database's clock, and `drain` with the injected one. */
function toSystemTime(at: Date, { clock, mode }: Pick<JobsOptions, 'clock' | 'mode'>): Date {
  return mode === 'manual' ? heldUntil(at) : new Date(at.getTime() - clock.now().getTime() + Date.now());
}

/** PostgreSQL stores neither NUL nor half a surrogate pair as JSON; the parameters of a failed statement may have both. */
const toStorable = (text: string) => text.replaceAll('\0', '').toWellFormed();

function createBoss({ database, log, mode, scheduleCheckS }: JobsOptions): PgBoss {
  const boss = new PgBoss({
    ...database.boss,
    schema: SCHEMA,
    useListenNotify: mode === 'run',
    schedule: mode === 'run',
    supervise: mode === 'run',
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    ...(scheduleCheckS !== undefined && {
      cronMonitorIntervalSeconds: scheduleCheckS,
      cronWorkerIntervalSeconds: scheduleCheckS,
    }),
  });
  boss.on('error', (err) => log.error({ err }, 'job queue error'));
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue warning'));
  return boss;
}

export function createJobs(options: JobsOptions): Jobs {
  const { database, clock, log: rootLog, mode } = options;
  const log = rootLog.child({ subsystem: 'jobs' });
  const runner = createJobRunner(log);
  const [schedules, workers] = [new Map<string, string>(), new Map<string, string>()];
  const boss = createBoss({ ...options, log });
  const wakeTimers = createWakeTimers(clock, (name) => {
    const worker = workers.get(name);
    if (worker) boss.notifyWorker(worker);
  });

  const failures = createFailureRecorder({
    boss,
    log,
    onRecorded: (name, retries) => wakeTimers.set(name, new Date(clock.now().getTime() + getRetryDelayMs(retries))),
  });

  /** A scheduled job that still runs does what the next one would repeat. Where the database does not answer, the run itself says so. */
  const isLeftOut = async (name: string, id: string) =>
    schedules.has(name) && (await hasEarlierRun(database.db, SCHEMA, name, id).catch(() => false));

  async function startWorker(name: string): Promise<void> {
    const id = await boss.work<object, unknown, typeof WORKER>(name, WORKER, (jobs) =>
      Promise.all(
        jobs.map(async (job) => {
          const failure = (await isLeftOut(name, job.id)) ? null : await runner.run(name, job);
          if (!failure) return { id: job.id, status: 'completed' as const };
          const output = { message: toStorable(String(failure)) };
          await failures.record(name, job, output);
          return { id: job.id, status: 'failed' as const, output };
        }),
      ),
    );
    workers.set(name, id);
  }

  return {
    on: runner.on,
    schedule: (name, cron) => void schedules.set(name, cron),
    async send(name, data, { startAfter, singletonKey, id, tx } = {}) {
      if (!runner.names().includes(name)) throw new Error(`No handler for the job ${name}.`);
      const at = typeof startAfter === 'number' ? new Date(clock.now().getTime() + startAfter) : startAfter;
      await boss.send(name, data, {
        singletonKey: singletonKey ?? randomUUID(),
        ...(id !== undefined && { id }),
        ...(at && { startAfter: toSystemTime(at, { clock, mode }) }),
        ...(tx && { db: fromDrizzle(tx, sql) }),
      });
      if (at && mode === 'run') wakeTimers.set(name, at);
    },
    async start() {
      await startBoss(boss);
      await createQueues(boss, runner.names());
      if (mode !== 'run') return;
      for (const name of runner.names()) await startWorker(name);
      for (const [name, cron] of schedules) await boss.schedule(name, cron);
    },
    async advance(ms) {
      if (mode === 'manual') return;
      await advanceWaitingJobs(database.db, SCHEMA, ms);
      for (const worker of workers.values()) boss.notifyWorker(worker);
    },
    ...createDeadJobs({ db: database.db, schema: SCHEMA, names: runner.names }),
    measureQueues: () => measureQueues(database.db, SCHEMA, runner.names()),
    onFinished: runner.onFinished,
    onTakenOver: runner.onTakenOver,
    async stop() {
      failures.stop();
      wakeTimers.clear();
      runner.abort();
      await boss.stop({ graceful: mode === 'run', timeout: STOP_TIMEOUT_MS });
    },
    async drain() {
      if (mode !== 'manual') throw new Error('drain() is only available in manual mode.');
      await drainJobs({ boss, db: database.db, clock, runner, schema: SCHEMA });
    },
  };
}

/**
 * Processes that start on an empty database at the same moment all create the schema of the queue. They take turns by a lock, but
 * PostgreSQL may still remember that the schema was missing, and refuses it as a duplicate.
 */
async function startBoss(boss: PgBoss): Promise<void> {
  try {
    await boss.start();
  } catch (error) {
    if (getSqlState(error) !== SQL_STATE.uniqueViolation) throw error;
    await boss.start();
  }
}

async function createQueues(boss: PgBoss, names: readonly string[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const name of names) {
    const queue = existing.get(name);
    // Created by an earlier version.
    if (queue && queue.heartbeatSeconds !== HEARTBEAT_LOST_S)
      await boss.updateQueue(name, { heartbeatSeconds: HEARTBEAT_LOST_S });
    if (queue) continue;
    await boss.createQueue(name, QUEUE);
    // Any call makes pg-boss cache the queue. Otherwise a send inside a transaction would look it up outside of it.
    await boss.resume(name, NO_JOB);
  }
}
