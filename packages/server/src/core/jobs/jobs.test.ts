import { HOUR_MS } from '@soulsight/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { testConfig } from '../../testing/test-config.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { type ManualClock, manualClock, systemClock } from '../clock.ts';
import type { Database } from '../db/types.ts';
import { createLogger } from '../ops/logger.ts';
import { createJobs, type Jobs } from './jobs.ts';

const log = createLogger(testConfig());
let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

describe('by hand', () => {
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
    await jobs.start();
    return () => jobs.stop();
  });

  it('does what was sent, and what that sends', async () => {
    await jobs.send('note', { text: 'one' });
    await jobs.send('chain', { text: 'two' });
    await jobs.drain();
    expect(done.sort()).toEqual(['one', 'two and on']);
    await jobs.drain();
    expect(done).toHaveLength(2);
  });

  it('does nothing before its time', async () => {
    await jobs.send('note', { text: 'later' }, { startAfter: HOUR_MS });
    await jobs.drain();
    expect(done).toEqual([]);
    clock.advance(HOUR_MS);
    await jobs.drain();
    expect(done).toEqual(['later']);
  });

  it('keeps one waiting job of a key', async () => {
    await jobs.send('note', { text: 'first' }, { singletonKey: 'k' });
    await jobs.send('note', { text: 'second' }, { singletonKey: 'k' });
    await jobs.send('note', { text: 'other' }, { singletonKey: 'l' });
    await jobs.drain();
    expect(done.sort()).toEqual(['first', 'other']);
    await jobs.send('note', { text: 'third' }, { singletonKey: 'k' });
    await jobs.drain();
    expect(done).toContain('third');
  });

  it('exists if its transaction commits, and only then', async () => {
    const lost = database.db.transaction(async (tx) => {
      await jobs.send('note', { text: 'lost' }, { tx });
      throw new Error('no');
    });
    await expect(lost).rejects.toThrow('no');
    await database.db.transaction((tx) => jobs.send('note', { text: 'kept' }, { tx }));
    await jobs.drain();
    expect(done).toEqual(['kept']);
  });

  it('says at once when nobody would do the work', async () => {
    await expect(jobs.send('nonsense', {})).rejects.toThrow('No handler for the job nonsense.');
  });
});

describe('by themselves', () => {
  async function running(register: (jobs: Jobs) => void): Promise<Jobs> {
    const jobs = createJobs({ database, clock: systemClock, log, mode: 'run' });
    register(jobs);
    await jobs.start();
    return jobs;
  }

  it('a job is done soon after it was sent, and a delayed one at its time', async () => {
    const done: [string, number][] = [];
    const start = Date.now();
    const jobs = await running((j) =>
      j.on<{ text: string }>('live', async ({ text }) => {
        done.push([text, Date.now() - start]);
      }),
    );
    await jobs.send('live', { text: 'delayed' }, { startAfter: 700 });
    await jobs.send('live', { text: 'now' });
    await vi.waitFor(() => expect(done.map(([text]) => text)).toEqual(['now', 'delayed']), { timeout: 15_000 });
    expect(done[1]?.[1]).toBeGreaterThanOrEqual(690);
    await jobs.stop();
  });

  it('a job that fails is tried again, and does not hold up another', async () => {
    const tries: string[] = [];
    const jobs = await running((j) =>
      j.on<{ text: string }>('flaky', async ({ text }) => {
        tries.push(text);
        if (text === 'bad' && tries.filter((t) => t === 'bad').length === 1) throw new Error('this time');
      }),
    );
    await Promise.all([jobs.send('flaky', { text: 'bad' }), jobs.send('flaky', { text: 'good' })]);
    await vi.waitFor(() => expect(tries.sort()).toEqual(['bad', 'bad', 'good']), { timeout: 25_000 });
    await jobs.stop();
  });

  it('a stop waits for the job at work', async () => {
    let ended = false;
    let begun: (() => void) | undefined;
    const begins = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const jobs = await running((j) =>
      j.on('slow', async () => {
        begun?.();
        await new Promise((resolve) => setTimeout(resolve, 300));
        ended = true;
      }),
    );
    await jobs.send('slow', {});
    await begins;
    await jobs.stop();
    expect(ended).toBe(true);
  });

  it('what one process left is done by the next', async () => {
    const sender = createJobs({ database, clock: systemClock, log, mode: 'send' });
    sender.on('left', async () => {
      throw new Error('a node that only sends does no work');
    });
    await sender.start();
    await sender.send('left', { n: 1 });
    await sender.stop();
    const done: object[] = [];
    const jobs = await running((j) => j.on('left', async (data) => void done.push(data)));
    await vi.waitFor(() => expect(done).toEqual([{ n: 1 }]), { timeout: 15_000 });
    await jobs.stop();
  });
});
