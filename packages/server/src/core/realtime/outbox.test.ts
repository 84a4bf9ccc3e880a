import type { Envelope } from '@soulsight/contract/realtime';
import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testConfig } from '../../testing/test-config.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { type ManualClock, manualClock } from '../clock.ts';
import { createVault } from '../crypto/vault.ts';
import type { Database, Db } from '../db/types.ts';
import { createLogger } from '../ops/logger.ts';
import { type Bus, type Delivery, memoryBus } from './bus.ts';
import { insertEvents } from './outbox.store.ts';
import { outbox as outboxRows } from './outbox.tables.ts';
import { createOutbox, type Outbox } from './outbox.ts';

const ANN = '00000000-0000-4000-8000-00000000000a';
const MATCH = '00000000-0000-4000-8000-00000000000c';
const LIKED = { to: [ANN], type: 'match_liked', payload: {} } as const;
const MATCHED = { to: [ANN], type: 'new_match', payload: { match_id: MATCH } } as const;

let database: Database;
let db: Db;
let clock: ManualClock;
let outbox: Outbox;
let delivered: Delivery[];
/** For each delivery, whether another process may have sent it before. */
let mayRepeat: boolean[];
/** What other nodes were asked to deliver, and what reached them, by the user that it was for. */
let attempts: number;
let sentToOthers: string[];
let reachable: boolean;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
afterAll(() => database.close());

/** A bus whose other nodes can be made unreachable. Records what reaches this node. */
function flakyBus(): Bus {
  const bus = memoryBus();
  bus.listen({
    deliver(delivery, isPerhapsRepeated) {
      delivered.push(delivery);
      mayRepeat.push(isPerhapsRepeated);
    },
    control() {},
    gap() {},
  });
  return {
    ...bus,
    async publish(deliveries, isPerhapsRepeated) {
      await bus.publish(deliveries, isPerhapsRepeated);
      attempts += 1;
      if (!reachable) throw new Error('Redis is down');
      sentToOthers.push(...deliveries.flatMap(({ to }) => to));
    },
  };
}

function newOutbox(options: { maxKept?: number } = {}): Outbox {
  const vault = createVault(Buffer.alloc(32, 7), clock);
  const log = createLogger(testConfig());
  return createOutbox({ db, vault, bus: flakyBus(), clock, log, checkPayloads: true, ...options });
}

beforeEach(async () => {
  await db.execute(sql`delete from outbox`);
  clock = manualClock();
  delivered = [];
  mayRepeat = [];
  attempts = 0;
  sentToOthers = [];
  reachable = true;
  outbox = newOutbox();
  await outbox.start();
  return () => outbox.stop();
});

async function countRows(): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from outbox`);
  return rows[0]?.n ?? -1;
}

function envelopes(): Pick<Envelope, 'type' | 'payload'>[] {
  return delivered.map(({ envelope: { type, payload } }) => ({ type, payload }));
}

it('an event is sent after its commit, not before', async () => {
  await db.transaction(async (tx) => {
    await outbox.publish(tx, MATCHED);
    expect(delivered).toEqual([]);
  });
  expect(envelopes()).toEqual([{ type: 'new_match', payload: { match_id: MATCH } }]);
  expect(mayRepeat).toEqual([false]);
});

it('an event of a rolled back transaction is not sent', async () => {
  const work = db.transaction(async (tx) => {
    await outbox.publish(tx, LIKED);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(delivered).toEqual([]);
  expect(await countRows()).toBe(0);
});

it('events keep their order and the excepted connection', async () => {
  await db.transaction(async (tx) => {
    await outbox.publishAll(tx, [LIKED, { ...MATCHED, except: 'connection' }]);
  });
  expect(envelopes().map((e) => e.type)).toEqual(['match_liked', 'new_match']);
  expect(delivered.map((d) => d.except)).toEqual([undefined, 'connection']);
});

it('the row of a sent event is deleted, and the event is not sent again', async () => {
  await outbox.publish(db, LIKED);
  await outbox.stop();
  expect(await countRows()).toBe(0);
  clock.advance(MINUTE_MS);
  await outbox.sweep();
  expect(delivered).toHaveLength(1);
});

it('an event without receivers is not stored', async () => {
  await outbox.publish(db, { ...LIKED, to: [] });
  expect(await countRows()).toBe(0);
});

it('an event that violates the contract fails its transaction', async () => {
  await expect(outbox.publish(db, { ...MATCHED, payload: { match_id: 'x' } })).rejects.toThrow(/violates the contract/);
});

it('stored events are encrypted', async () => {
  reachable = false;
  await outbox.publish(db, { to: [ANN], type: 'system_alert', payload: { title: 'Hello', detail: 'a private text' } });
  const { rows } = await db.execute<{ events: Uint8Array }>(sql`select events from outbox`);
  expect(Buffer.from(rows[0]?.events ?? []).includes('private')).toBe(false);
});

describe('after a crash', () => {
  /** A process that dies right after the commit. */
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

  it('the next process sends committed events', async () => {
    await crashAfterCommit();
    expect(delivered).toEqual([]);
    clock.advance(20_000);
    await outbox.sweep();
    expect(envelopes()).toEqual([{ type: 'new_match', payload: { match_id: MATCH } }]);
    expect(mayRepeat).toEqual([true]);
    expect(await countRows()).toBe(0);
  });

  it('events are built again from their rows, and those of deleted rows are dropped', async () => {
    await crashAfterCommit(async (dead, tx) => {
      const events = await dead.sealRowIds(tx, 'likes', ['1', 'gone', '3']);
      dead.announce(tx, await insertEvents(tx, { events, createdAt: clock.now() }), [LIKED, LIKED, LIKED]);
    });
    const asked: string[][] = [];
    outbox.rehydrate('likes', async (_db, rowIds) => {
      asked.push(rowIds);
      return rowIds.map((rowId) => (rowId === 'gone' ? null : LIKED));
    });
    clock.advance(20_000);
    await outbox.sweep();
    expect(asked).toEqual([['1', 'gone', '3']]);
    expect(delivered.map(({ envelope }) => envelope.id.replace(/^outbox-\d+-/, ''))).toEqual(['0', '2']);
    expect(await countRows()).toBe(0);
  });

  it('a row that cannot be read does not stop the rows after it, and is deleted after a day', async () => {
    await crashAfterCommit();
    await db.execute(sql`update outbox set events = '\\x00'`);
    await crashAfterCommit((dead, tx) => dead.publish(tx, LIKED));
    clock.advance(20_000);
    await outbox.sweep();
    expect(envelopes().map(({ type }) => type)).toEqual(['match_liked']);
    expect(await countRows()).toBe(1);
    clock.advance(DAY_MS);
    await outbox.sweep();
    expect(await countRows()).toBe(0);
  });

  it('the sweep leaves recent rows to the process that wrote them', async () => {
    await crashAfterCommit();
    await outbox.sweep();
    expect(delivered).toEqual([]);
    expect(await countRows()).toBe(1);
  });
});

it('an event is stored while other nodes are unreachable, and sent under the same id once they are back', async () => {
  reachable = false;
  await outbox.publish(db, LIKED);
  await outbox.sweep();
  expect(await countRows()).toBe(1);
  reachable = true;
  await outbox.sweep();
  expect(await countRows()).toBe(0);
  expect(new Set(delivered.map((d) => d.envelope.id)).size).toBe(1);
});

describe('while other nodes are unreachable for long', () => {
  it('one attempt is made at a time, the events of few rows stay in memory, and the others are read from their rows', async () => {
    const small = newOutbox({ maxKept: 2 });
    reachable = false;
    for (const user of [1, 2, 3, 4, 5]) await small.publish(db, { ...LIKED, to: [`user ${user}`] });
    clock.advance(MINUTE_MS);
    attempts = 0;
    await small.sweep();
    expect(attempts).toBe(1);
    await db.execute(sql`delete from outbox where id = (select max(id) from outbox)`);
    reachable = true;
    await small.sweep();
    expect(sentToOthers).toEqual(['user 1', 'user 2', 'user 3', 'user 4']);
    expect(await countRows()).toBe(0);
  });

  it('this node sends to its own users what others wrote, once', async () => {
    reachable = false;
    await newOutbox().publish(db, LIKED);
    clock.advance(MINUTE_MS);
    delivered = [];
    for (let n = 0; n < 3; n += 1) await outbox.sweep();
    expect(envelopes().map(({ type }) => type)).toEqual(['match_liked']);
    await newOutbox().publish(db, MATCHED);
    clock.advance(MINUTE_MS);
    delivered = [];
    for (let n = 0; n < 3; n += 1) await outbox.sweep();
    expect(envelopes().map(({ type }) => type)).toEqual(['new_match']);
    reachable = true;
    await outbox.sweep();
    expect(delivered).toHaveLength(1);
    expect(await countRows()).toBe(0);
  });

  it('a row is sent on this node, too, that is written or commits later than rows with higher ids', async () => {
    reachable = false;
    const writeRow = async (id: number, at: Date, to: string) => {
      const event = { ...LIKED, to: [to] };
      const events = await createVault(Buffer.alloc(32, 7), clock).seal(db, 'system:outbox', [event]);
      await db.insert(outboxRows).values({ id, events, createdAt: at });
    };
    const now = clock.now().getTime();
    await writeRow(1_000_020, new Date(now - 20_000), 'higher id');
    await writeRow(1_000_010, new Date(now - 10_000), 'clock ahead');
    await outbox.sweep();
    expect(delivered.map(({ to }) => to[0])).toEqual(['higher id']);
    clock.advance(10_000);
    await writeRow(1_000_005, new Date(now - 30_000), 'committed late');
    await outbox.sweep();
    expect(delivered.map(({ to }) => to[0])).toEqual(['higher id', 'committed late', 'clock ahead']);
  });
});
