import type { Envelope } from '@soulsight/contract/realtime';
import { MINUTE_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testConfig } from '../../testing/test-config.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { type ManualClock, manualClock } from '../clock.ts';
import { createVault } from '../crypto/vault.ts';
import type { Database, Db } from '../db/types.ts';
import { createLogger } from '../ops/logger.ts';
import { type Bus, type Delivery, memoryBus } from './bus.ts';
import { createOutbox, type Outbox } from './outbox.ts';

const ANN = '00000000-0000-4000-8000-00000000000a';
const MATCH = '00000000-0000-4000-8000-00000000000c';
const LIKED = { to: [ANN], type: 'match_liked', payload: {} } as const;
const MATCHED = { to: [ANN], type: 'new_match', payload: { match_id: MATCH } } as const;

let database: Database;
let db: Db;
let clock: ManualClock;
let outbox: Outbox;
let came: Delivery[];
let reachable: boolean;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
afterAll(() => database.close());

/** A bus whose other nodes can be made unreachable. What reaches this node is noted. */
function flakyBus(): Bus {
  const bus = memoryBus();
  bus.listen({ deliver: (d) => void came.push(d), control() {}, gap() {} });
  return {
    ...bus,
    async publish(deliveries) {
      await bus.publish(deliveries);
      if (!reachable) throw new Error('Redis is away');
    },
  };
}

function newOutbox(): Outbox {
  const vault = createVault(Buffer.alloc(32, 7), clock);
  return createOutbox({ db, vault, bus: flakyBus(), clock, log: createLogger(testConfig()), checkPayloads: true });
}

beforeEach(async () => {
  await db.execute(sql`delete from outbox`);
  clock = manualClock();
  came = [];
  reachable = true;
  outbox = newOutbox();
  await outbox.start();
  return () => outbox.stop();
});

async function left(): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from outbox`);
  return rows[0]?.n ?? -1;
}

function envelopes(): Pick<Envelope, 'type' | 'payload'>[] {
  return came.map(({ envelope: { type, payload } }) => ({ type, payload }));
}

it('an event goes out after its commit, and not before', async () => {
  await db.transaction(async (tx) => {
    await outbox.publish(tx, MATCHED);
    expect(came).toEqual([]);
  });
  expect(envelopes()).toEqual([{ type: 'new_match', payload: { match_id: MATCH } }]);
});

it('what is rolled back is told to nobody', async () => {
  const work = db.transaction(async (tx) => {
    await outbox.publish(tx, LIKED);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(came).toEqual([]);
  expect(await left()).toBe(0);
});

it('events keep their order and spare the connection that caused them', async () => {
  await db.transaction(async (tx) => {
    await outbox.publishAll(tx, [LIKED, { ...MATCHED, except: 'connection' }]);
  });
  expect(envelopes().map((e) => e.type)).toEqual(['match_liked', 'new_match']);
  expect(came.map((d) => d.except)).toEqual([undefined, 'connection']);
});

it('what was sent is ticked off, and not sent again', async () => {
  await outbox.publish(db, LIKED);
  await outbox.stop();
  expect(await left()).toBe(0);
  clock.advance(MINUTE_MS);
  await outbox.sweep();
  expect(came).toHaveLength(1);
});

it('what is told to nobody is not written', async () => {
  await outbox.publish(db, { ...LIKED, to: [] });
  expect(await left()).toBe(0);
});

it('an event against the contract takes its transaction down', async () => {
  await expect(outbox.publish(db, { ...MATCHED, payload: { match_id: 'x' } })).rejects.toThrow(/against the contract/);
});

it('keeps what it writes sealed', async () => {
  reachable = false;
  await outbox.publish(db, { to: [ANN], type: 'system_alert', payload: { title: 'Hello', detail: 'a private word' } });
  const { rows } = await db.execute<{ events: Uint8Array }>(sql`select events from outbox`);
  expect(Buffer.from(rows[0]?.events ?? []).includes('private')).toBe(false);
});

describe('after a crash', () => {
  /** A process that ends between the commit and everything that follows it. */
  async function crashAfterCommit(publish = (dead: Outbox, tx: Db) => dead.publish(tx, MATCHED)): Promise<void> {
    const dead = createOutbox({
      db,
      vault: createVault(Buffer.alloc(32, 7), clock),
      bus: { ...memoryBus(), publish: () => new Promise(() => {}) },
      clock,
      log: createLogger(testConfig()),
      checkPayloads: true,
    });
    await db.transaction((tx) => publish(dead, tx));
  }

  it('the next process sends what was committed and not sent', async () => {
    await crashAfterCommit();
    expect(came).toEqual([]);
    clock.advance(20_000);
    await outbox.sweep();
    expect(envelopes()).toEqual([{ type: 'new_match', payload: { match_id: MATCH } }]);
    expect(await left()).toBe(0);
  });

  it('events that rows tell are made again from their rows, and what is gone is told to nobody', async () => {
    const stored = ['1', 'gone', '3'].map((rowId) => ({ ...LIKED, rowId }));
    await crashAfterCommit((dead, tx) => dead.publishStored(tx, 'likes', stored));
    const asked: string[][] = [];
    outbox.rehydrate('likes', async (_db, rowIds) => {
      asked.push(rowIds);
      return rowIds.map((rowId) => (rowId === 'gone' ? null : LIKED));
    });
    clock.advance(20_000);
    await outbox.sweep();
    expect(asked).toEqual([['1', 'gone', '3']]);
    expect(came.map(({ envelope }) => envelope.id.replace(/^outbox-\d+-/, ''))).toEqual(['0', '2']);
    expect(await left()).toBe(0);
  });

  it('the sweep leaves alone what a living process is about to send', async () => {
    await crashAfterCommit();
    await outbox.sweep();
    expect(came).toEqual([]);
    expect(await left()).toBe(1);
  });
});

it('while other nodes cannot be reached it is kept, and sent when they can, under the same id', async () => {
  reachable = false;
  await outbox.publish(db, LIKED);
  await outbox.sweep();
  expect(await left()).toBe(1);
  reachable = true;
  await outbox.sweep();
  expect(await left()).toBe(0);
  expect(new Set(came.map((d) => d.envelope.id)).size).toBe(1);
});
