import type { ServerEventType, ServerPayload } from '@soulsight/contract/realtime';
import type { Clock } from '../clock.ts';
import type { Vault } from '../crypto/vault.ts';
import { afterCommit } from '../db/commit-hooks.ts';
import type { Db } from '../db/types.ts';
import type { Log } from '../ops/logger.ts';
import type { Bus, Delivery } from './bus.ts';
import { assertPayload, toEnvelope } from './envelope.ts';
import { deleteEvents, insertEvents, listEventsBefore, type OutboxRow } from './outbox.store.ts';

export interface OutboxEvent<T extends ServerEventType = ServerEventType> {
  /** Receivers' user ids. */
  to: readonly string[];
  type: T;
  payload: ServerPayload<T>;
  /** The connection that gets a reply instead. */
  except?: string;
}

export type StoredEvent = OutboxEvent & { rowId: string };
/** Null where a row is gone, and nothing is to be told of it any more. */
export type Rehydrator = (db: Db, rowIds: string[]) => Promise<(OutboxEvent | null)[]>;

/**
 * Events that belong to a change of data. They are written in the change's own transaction, sent right after its commit,
 * and sent by a sweep when the process died between the two: at least once, under an id that stays the same. The events of
 * one call are one row, sealed, written and ticked off together.
 */
export interface Outbox {
  publish<T extends ServerEventType>(tx: Db, event: OutboxEvent<T>): Promise<void>;
  publishAll(tx: Db, events: OutboxEvent[]): Promise<void>;
  /** Events that rows of this same transaction tell in full: the outbox keeps only which rows, by their ids. */
  publishStored(tx: Db, source: string, events: readonly StoredEvent[]): Promise<void>;
  /** How the events of a source are made again from their rows, in the order of the ids. */
  rehydrate(source: string, restorer: Rehydrator): void;
  /** Sends what an earlier process left, and what other nodes could not be told. */
  sweep(): Promise<void>;
  start(): Promise<void>;
  /** Waits until everything sent is also ticked off. */
  stop(): Promise<void>;
}

export interface OutboxOptions {
  db: Db;
  vault: Vault;
  bus: Bus;
  clock: Clock;
  log: Log;
  checkPayloads: boolean;
}

const OWNER = 'system:outbox';
const SWEEP_MS = 5_000;
/** A living process has dispatched what is older than this. */
const ABANDONED_MS = 15_000;
const SWEEP_MAX = 200;
/** Rows of sent events are deleted together, after this long. */
const TICK_OFF_MS = 200;

/** An event as the table keeps it: which connection caused it means nothing to whoever sends it later. */
type Kept = Pick<OutboxEvent, 'to' | 'type' | 'payload'>;
/** What a row of the table holds: the events, or where they stand. */
type Content = Kept[] | { source: string; rowIds: string[] };

export function createOutbox(options: OutboxOptions): Outbox {
  const { db, vault, bus, clock, log } = options;
  const done: number[] = [];
  /** Sent here, while other nodes could not be reached: tried again by the sweep. */
  const undelivered = new Map<number, Delivery[]>();
  let tickOffTimer: NodeJS.Timeout | undefined;
  let sweepTimer: NodeJS.Timeout | undefined;
  const underWay = new Set<Promise<void>>();
  const restorers = new Map<string, Rehydrator>();

  function track(work: Promise<void>): void {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  }

  async function dispatch(row: number, deliveries: Delivery[]): Promise<void> {
    try {
      await bus.publish(deliveries);
      undelivered.delete(row);
      done.push(row);
      tickOffTimer ??= setTimeout(() => track(deleteDelivered()), TICK_OFF_MS).unref();
    } catch {
      undelivered.set(row, deliveries);
    }
  }

  async function deleteDelivered(): Promise<void> {
    clearTimeout(tickOffTimer);
    tickOffTimer = undefined;
    const ids = done.splice(0);
    if (ids.length === 0) return;
    try {
      await deleteEvents(db, ids);
    } catch (err) {
      done.push(...ids);
      log.error({ err }, 'sent events could not be ticked off');
    }
  }

  /** The events of a row keep their ids however often they are sent. */
  function toDeliveries(row: number, events: readonly (OutboxEvent | null)[]): Delivery[] {
    return events.flatMap((event, i) => {
      if (event === null) return [];
      const { to, type, payload, except } = event;
      const envelope = toEnvelope(type, payload, { id: `outbox-${row}-${i}` });
      return [except === undefined ? { to, envelope } : { to, envelope, except }];
    });
  }

  async function publishAll(tx: Db, events: OutboxEvent[]): Promise<void> {
    const wanted = events.filter((e) => e.to.length > 0);
    const kept = wanted.map(({ to, type, payload }): Kept => ({ to, type, payload }));
    await write(tx, wanted, kept);
  }

  async function publishStored(tx: Db, source: string, events: readonly StoredEvent[]): Promise<void> {
    await write(tx, events, { source, rowIds: events.map((event) => event.rowId) });
  }

  async function write(tx: Db, events: readonly OutboxEvent[], content: Content): Promise<void> {
    if (events.length === 0) return;
    if (options.checkPayloads) for (const { type, payload } of events) assertPayload(type, payload);
    const row = await insertEvents(tx, { events: await vault.seal(tx, OWNER, content), createdAt: clock.now() });
    const deliveries = toDeliveries(row, events);
    afterCommit(tx, () => track(dispatch(row, deliveries)));
  }

  async function readRow({ id, events }: OutboxRow): Promise<Delivery[]> {
    const content = await vault.openJson<Content>(db, OWNER, events);
    if (Array.isArray(content)) return toDeliveries(id, content);
    const restorer = restorers.get(content.source);
    if (!restorer) throw new Error(`Nobody restores events of ${content.source}.`);
    return toDeliveries(id, await restorer(db, content.rowIds));
  }

  async function sweep(): Promise<void> {
    for (const [id, deliveries] of [...undelivered]) await dispatch(id, deliveries);
    const before = new Date(clock.now().getTime() - ABANDONED_MS);
    const rows = await listEventsBefore(db, before, SWEEP_MAX);
    for (const row of rows) {
      if (undelivered.has(row.id) || done.includes(row.id)) continue;
      await dispatch(row.id, await readRow(row));
    }
    await deleteDelivered();
  }

  function sweepLater(): void {
    sweepTimer = setTimeout(() => {
      const work = sweep().catch((err) => log.error({ err }, 'the outbox could not be swept'));
      track(work.then(() => (sweepTimer === undefined ? undefined : sweepLater())));
    }, SWEEP_MS).unref();
  }

  return {
    publish: (tx, event) => publishAll(tx, [event as OutboxEvent]),
    publishAll,
    publishStored,
    rehydrate: (source, restorer) => void restorers.set(source, restorer),
    sweep,
    async start() {
      // The key exists before the first transaction, so that none has to make it.
      await vault.seal(db, OWNER, '');
      sweepLater();
    },
    async stop() {
      clearTimeout(sweepTimer);
      sweepTimer = undefined;
      while (underWay.size > 0) await Promise.all(underWay);
      await deleteDelivered();
    },
  };
}
