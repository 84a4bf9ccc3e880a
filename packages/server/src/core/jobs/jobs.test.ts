import { once } from 'node:events';
import { HOUR_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testConfig } from '../../testing/test-config.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { type ManualClock, manualClock, movedSystemClock, systemClock } from '../clock.ts';
import type { Database } from '../db/types.ts';
import { createLogger } from '../ops/logger.ts';
import { deleteDeadJob, retryDeadJob } from './dead-jobs.store.ts';
import { createJobs, getRetryDelayMs, type Jobs } from './jobs.ts';

const log = createLogger(testConfig());
const DELAY_MS = 300;
let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** A promise and the function that resolves it. */
function signal(): { happened: Promise<void>; happen: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { happened: promise, happen: resolve };
}

describe('in manual mode', () => {
  let clock: ManualClock;
  let jobs: Jobs;
  let done: string[];

  beforeEach(async () => {
    clock = manualClock();
    jobs = createJobs({ database, clock, log, mode: 'manual' });
    done = [];
    jobs.on<{ text: string }>('note', async ({ text }) => {
      done.push(text);
    });
    jobs.on<{ text: string }>('chain', async ({ text }) => {
      await jobs.send('note', { text: `${text} and on` });
    });
    jobs.on<{ text: string }>('flaky', async ({ text }) => {
      done.push(text);
      if (text === 'bad' && done.filter((one) => one === 'bad').length === 1) throw new Error('not now');
    });
    await jobs.start();
    return () => jobs.stop();
  });

  it('runs jobs and the jobs that they send', async () => {
    await jobs.send('note', { text: 'one' });
    await jobs.send('chain', { text: 'two' });
    await jobs.drain();
    expect(done.sort()).toEqual(['one', 'two and on']);
    await jobs.drain();
    expect(done).toHaveLength(2);
  });

  it('runs no job before it is due', async () => {
    await jobs.send('note', { text: 'later' }, { startAfter: HOUR_MS });
    await jobs.drain();
    expect(done).toEqual([]);
    clock.advance(HOUR_MS);
    await jobs.drain();
    expect(done).toEqual(['later']);
  });

  it('goes by the injected clock alone, whatever the time of the database is', async () => {
    clock.advance(-2 * HOUR_MS);
    await jobs.send('note', { text: 'later' }, { startAfter: HOUR_MS });
    await jobs.drain();
    expect(done).toEqual([]);
    clock.advance(HOUR_MS);
    await jobs.drain();
    expect(done).toEqual(['later']);
  });

  it('has at most one waiting job per key', async () => {
    await jobs.send('note', { text: 'first' }, { singletonKey: 'k' });
    await jobs.send('note', { text: 'second' }, { singletonKey: 'k' });
    await jobs.send('note', { text: 'other' }, { singletonKey: 'l' });
    await jobs.drain();
    expect(done.sort()).toEqual(['first', 'other']);
    await jobs.send('note', { text: 'third' }, { singletonKey: 'k' });
    await jobs.drain();
    expect(done).toContain('third');
  });

  it('a job exists only if its transaction commits', async () => {
    const lost = database.db.transaction(async (tx) => {
      await jobs.send('note', { text: 'lost' }, { tx });
      throw new Error('no');
    });
    await expect(lost).rejects.toThrow('no');
    await database.db.transaction((tx) => jobs.send('note', { text: 'committed' }, { tx }));
    await jobs.drain();
    expect(done).toEqual(['committed']);
  });

  it('rejects a job without a handler', async () => {
    await expect(jobs.send('nonsense', {})).rejects.toThrow('No handler for the job nonsense.');
  });

  it('retries a failed job after a delay, and runs the others', async () => {
    await jobs.send('flaky', { text: 'bad' });
    await jobs.send('flaky', { text: 'good' });
    await expect(jobs.drain()).rejects.toThrow('not now');
    expect(done.sort()).toEqual(['bad', 'good']);
    await jobs.drain();
    expect(done).toHaveLength(2);
    clock.advance(HOUR_MS);
    await jobs.drain();
    expect(done).toEqual(['bad', 'good', 'bad']);
  });
});

describe('with workers', () => {
  async function startJobs(register: (jobs: Jobs) => void): Promise<Jobs> {
    const jobs = createJobs({ database, clock: systemClock, log, mode: 'run' });
    register(jobs);
    await jobs.start();
    return jobs;
  }

  it('runs a job soon after it was sent, and a delayed one when it is due', async () => {
    const done = { now: signal(), delayed: signal() };
    const jobs = await startJobs((j) =>
      j.on<{ text: keyof typeof done }>('live', async ({ text }) => done[text].happen()),
    );
    await jobs.send('live', { text: 'now' });
    await done.now.happened;
    const dueAt = new Date(Date.now() + DELAY_MS);
    await jobs.send('live', { text: 'delayed' }, { startAfter: dueAt });
    await done.delayed.happened;
    expect(Date.now()).toBeGreaterThanOrEqual(dueAt.getTime());
    await jobs.stop();
  });

  it('moves waiting jobs with the clock, and runs those sent after it was moved on time', async () => {
    const moved = movedSystemClock();
    const jobs = createJobs({ database, clock: moved, log, mode: 'run' });
    const done: string[] = [];
    const allDone = signal();
    jobs.on<{ text: string }>('moved', async ({ text }) => {
      done.push(text);
      if (done.length === 2) allDone.happen();
    });
    await jobs.start();
    await jobs.send('moved', { text: 'tomorrow' }, { startAfter: 24 * HOUR_MS });
    await jobs.send('moved', { text: 'next week' }, { startAfter: 7 * 24 * HOUR_MS });
    moved.advance(25 * HOUR_MS);
    await jobs.advance(25 * HOUR_MS);
    await jobs.send('moved', { text: 'now' }, { startAfter: new Date(moved.now().getTime() + 1) });
    await allDone.happened;
    expect(done.sort()).toEqual(['now', 'tomorrow']);
    await jobs.stop();
  });

  it('a job that fails does not hold up another', async () => {
    const failed = signal();
    const done = signal();
    const jobs = await startJobs((j) =>
      j.on<{ text: string }>('mixed', async ({ text }) => {
        if (text === 'good') return done.happen();
        failed.happen();
        throw new Error('this time');
      }),
    );
    await Promise.all([jobs.send('mixed', { text: 'bad' }), jobs.send('mixed', { text: 'good' })]);
    await Promise.all([failed.happened, done.happened]);
    await jobs.stop();
  });

  it('a retry is due by the time at which its worker is woken', async () => {
    const jobs = await startJobs((j) =>
      j.on('late', async () => {
        throw new Error('this time');
      }),
    );
    await jobs.send('late', {});
    const waiting = () =>
      database.db.execute<{ retries: number; ms: number }>(
        sql`select retry_count as retries, (extract(epoch from start_after - now()) * 1000)::float as ms
            from pgboss.job where name = 'late' and state = 'retry'`,
      );
    let found: { retries: number; ms: number } | undefined;
    await expect.poll(async () => (found = (await waiting()).rows[0]), { timeout: 60_000 }).toBeDefined();
    await jobs.stop();
    expect(found?.ms).toBeLessThanOrEqual(getRetryDelayMs(found?.retries ?? 0));
  });

  it('a failure with characters that PostgreSQL does not store is recorded, and the others of the batch run once', async () => {
    const jobs = createJobs({ database, clock: manualClock(), log, mode: 'run' });
    const again = signal();
    const runs: string[] = [];
    jobs.on<{ text: string }>('unstorable', async ({ text }) => {
      runs.push(text);
      if (text === 'good') return;
      if (runs.filter((run) => run === 'bad').length > 1) return again.happen();
      throw new Error('params: \u0000, \ud800');
    });
    await jobs.start();
    await jobs.send('unstorable', { text: 'bad' });
    await jobs.send('unstorable', { text: 'good' });
    await again.happened;
    await jobs.stop();
    expect(runs.toSorted()).toEqual(['bad', 'bad', 'good']);
  });

  it.skipIf(process.env.TEST_DATABASE_URL)(
    'stores that a job failed once the database takes it again, so that no worker is thought dead',
    async () => {
      let isDown = false;
      let [runs, refused] = [0, 0];
      const takenOver: string[] = [];
      const tried = signal();
      const done = signal();
      const { db, ...boss } = database.boss as { db: { executeSql(...args: unknown[]): Promise<unknown> } };
      const executeSql: typeof db.executeSql = async (...args) => {
        if (!isDown) return db.executeSql(...args);
        refused += 1;
        // One of them may be another statement of the queue.
        if (refused === 3) tried.happen();
        throw new Error('the disk is full');
      };
      const failing = { ...database, boss: { ...boss, db: { ...db, executeSql } } } as unknown as Database;
      const jobs = createJobs({ database: failing, clock: systemClock, log, mode: 'run' });
      jobs.onTakenOver((name) => takenOver.push(name));
      jobs.on('unlucky', async () => {
        runs += 1;
        if (runs === 2) return done.happen();
        isDown = true;
        throw new Error('the database went away');
      });
      await jobs.start();
      await jobs.send('unlucky', {});
      await tried.happened;
      isDown = false;
      await done.happened;
      expect(takenOver).toEqual([]);
      await jobs.stop();
    },
  );

  it('a stop aborts the signal of the running job and waits for it', async () => {
    const order: string[] = [];
    const begun = signal();
    const jobs = await startJobs((j) =>
      j.on('slow', async (_data, job) => {
        begun.happen();
        await once(job.signal as AbortSignal, 'abort');
        await new Promise((resolve) => setImmediate(resolve));
        order.push('job ended');
      }),
    );
    await jobs.send('slow', {});
    await begun.happened;
    await jobs.stop();
    order.push('stopped');
    expect(order).toEqual(['job ended', 'stopped']);
  });

  it('runs what an earlier process left behind', async () => {
    const sender = createJobs({ database, clock: systemClock, log, mode: 'send' });
    sender.on('left', async () => {
      throw new Error('a node in mode send runs no jobs');
    });
    await sender.start();
    await sender.send('left', { n: 1 });
    await sender.stop();
    const received = Promise.withResolvers<object>();
    const jobs = await startJobs((j) => j.on('left', async (data) => received.resolve(data)));
    expect(await received.promise).toEqual({ n: 1 });
    await jobs.stop();
  });
});

describe('jobs that fail on every attempt', () => {
  it('are listed with their last error, counted by name, and run again on request', async () => {
    const clock = manualClock();
    const jobs = createJobs({ database, clock, log, mode: 'manual' });
    let isBroken = true;
    let runs = 0;
    jobs.on('doomed', async () => {
      runs += 1;
      if (isBroken) throw new Error('the printer is on fire');
    });
    await jobs.start();
    await jobs.send('doomed', {});
    for (let attempt = 0; attempt < 9; attempt += 1) {
      expect(await jobs.listDead()).toEqual([]);
      await expect(jobs.drain()).rejects.toThrow('the printer is on fire');
      clock.advance(HOUR_MS);
    }
    await jobs.drain();
    expect(runs).toBe(9);
    const [dead] = await jobs.listDead();
    expect(dead).toMatchObject({ name: 'doomed', error: 'the printer is on fire', attempts: 9 });
    expect((await jobs.countDead()).get('doomed')).toBe(1);
    const id = dead?.id ?? '';
    expect(await jobs.retryDead('00000000-0000-4000-8000-000000000000')).toBe(false);
    expect(await jobs.retryDead('not an id')).toBe(false);
    expect(await Promise.all([jobs.retryDead(id), jobs.retryDead(id)])).toEqual(expect.arrayContaining([true, false]));
    expect(await jobs.discardDead(id)).toBe(false);
    await expect(jobs.drain()).rejects.toThrow('the printer is on fire');
    expect(await jobs.listDead(), 'it has all its attempts again').toEqual([]);
    isBroken = false;
    clock.advance(HOUR_MS);
    await jobs.drain();
    expect(runs).toBe(11);
    expect(await jobs.listDead()).toEqual([]);
    expect((await jobs.countDead()).get('doomed')).toBe(0);
    await jobs.stop();
  });

  // The embedded database runs one transaction after the other.
  it.runIf(process.env.TEST_DATABASE_URL)(
    'run again once, also for a request whose transaction began first',
    async () => {
      const { db } = database;
      const jobs = createJobs({ database, clock: systemClock, log, mode: 'manual' });
      jobs.on('gateway', async () => {});
      await jobs.start();
      await jobs.send('gateway', { failures: 6 }, { startAfter: HOUR_MS });
      const id = (await jobs.listDead()).find(({ name }) => name === 'gateway')?.id ?? '';
      await db.transaction(async (tx) => {
        // The time of a transaction is that of its first statement.
        await tx.execute(sql`select now()`);
        expect(await jobs.retryDead(id)).toBe(true);
        expect(await retryDeadJob(tx, 'pgboss', id)).toBe(false);
        expect(await deleteDeadJob(tx, 'pgboss', id)).toBe(false);
      });
      await jobs.stop();
    },
  );
});

async function countCompleted(name: string): Promise<number> {
  const { rows } = await database.db.execute<{ n: number }>(
    sql`select count(*)::int as n from pgboss.job where name = ${name} and state = 'completed'`,
  );
  return rows[0]?.n ?? 0;
}

it('of scheduled jobs that are due together one runs', async () => {
  let runs = 0;
  const register = (jobs: Jobs) => {
    jobs.on('together', async () => {
      runs += 1;
    });
    jobs.schedule('together', '0 0 1 1 *');
  };
  const sender = createJobs({ database, clock: systemClock, log, mode: 'send' });
  register(sender);
  await sender.start();
  for (let n = 0; n < 3; n += 1) await sender.send('together', {});
  await sender.stop();
  const jobs = createJobs({ database, clock: systemClock, log, mode: 'run' });
  register(jobs);
  await jobs.start();
  await expect.poll(() => countCompleted('together'), { timeout: 20_000 }).toBe(3);
  expect(runs).toBe(1);
  await jobs.send('together', {});
  await expect.poll(() => runs, { timeout: 20_000 }).toBe(2);
  await jobs.stop();
});

// The embedded database has one process, so several workers exist only on PostgreSQL.
describe.runIf(process.env.TEST_DATABASE_URL)('with several workers', () => {
  it('starts although another process created the queue at the same moment', async () => {
    const own = await testDatabase();
    await own.db.execute(sql`drop schema pgboss cascade`);
    // A sequence counts through a rollback, so that only the first attempt collides.
    await own.db.execute(sql`create sequence attempts`);
    await own.db.execute(sql`create function collide() returns event_trigger language plpgsql as $$
      begin
        if nextval('attempts') = 1 then raise 'duplicate schema' using errcode = 'unique_violation'; end if;
      end $$`);
    await own.db.execute(
      sql`create event trigger collide on ddl_command_start when tag in ('CREATE SCHEMA') execute function collide()`,
    );
    const jobs = createJobs({ database: own, clock: systemClock, log, mode: 'send' });
    jobs.on('any', async () => {});
    await jobs.start();
    await jobs.send('any', {});
    const { rows } = await own.db.execute<{ n: number }>(
      sql`select count(*)::int as n from pgboss.job where name = 'any'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
    await jobs.stop();
    await own.close();
  });

  it('a scheduled job is left out by one of them while it still runs at another', async () => {
    const [begun, end] = [signal(), signal()];
    let runs = 0;
    const startWorker = async () => {
      const jobs = createJobs({ database, clock: systemClock, log, mode: 'run' });
      jobs.on('long', async () => {
        runs += 1;
        begun.happen();
        await end.happened;
      });
      jobs.schedule('long', '0 0 1 1 *');
      await jobs.start();
      return jobs;
    };
    const one = await startWorker();
    await one.send('long', {});
    await begun.happened;
    const other = await startWorker();
    await one.send('long', {});
    await expect.poll(() => countCompleted('long'), { timeout: 20_000 }).toBe(1);
    expect(runs).toBe(1);
    end.happen();
    await expect.poll(() => countCompleted('long'), { timeout: 20_000 }).toBe(2);
    await one.send('long', {});
    await expect.poll(() => runs, { timeout: 20_000 }).toBe(2);
    await Promise.all([one.stop(), other.stop()]);
  });

  it('a scheduled job runs once per slot', async () => {
    const MINUTE = 60_000;
    const CHECKS = 6;
    let runs = 0;
    const first = signal();
    const slot = () => Math.floor(Date.now() / MINUTE);
    const begun = slot();
    const workers = await Promise.all(
      [1, 2, 3].map(async () => {
        const jobs = createJobs({ database, clock: systemClock, log, mode: 'run', scheduleCheckS: 1 });
        jobs.on('slot', async () => {
          runs += 1;
          first.happen();
        });
        jobs.schedule('slot', '* * * * *');
        await jobs.start();
        return jobs;
      }),
    );
    await first.happened;
    // Each worker checks the schedule once a second.
    await new Promise((resolve) => setTimeout(resolve, CHECKS * 1_000));
    // A run may begin after the end of its slot, so runs are counted and not told by their time.
    expect(runs).toBeLessThanOrEqual(slot() - begun + 1);
    await Promise.all(workers.map((jobs) => jobs.stop()));
  });
});
