import type { ServerEventType, ServerPayload } from '@soulsight/contract/realtime';
import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import type { Clock } from '../clock.ts';
import type { Vault } from '../crypto/vault.ts';
import { afterCommit } from '../db/commit-hooks.ts';
import type { Db } from '../db/types.ts';
import type { Log } from '../ops/logger.ts';
import type { Bus, Delivery } from './bus.ts';
import { assertPayload, toEnvelope } from './envelope.ts';
import {
  deleteEvents,
  insertEvents,
  listEvents,
  listRowsBefore,
  measureOutbox,
  type OutboxPosition,
  type OutboxRow,
} from './outbox.store.ts';
import { createOutboxDispatcher } from './outbox-dispatcher.ts';

export interface OutboxEvent<T extends ServerEventType = ServerEventType> {
  /** Receivers' user ids. */
  to: readonly string[];
  type: T;
  payload: ServerPayload<T>;
  /** The connection that gets a reply instead. */
  except?: string | undefined;
}

/** Builds events from their rows, in the order of the ids. Null where a row is gone: its event is dropped. */
export type Rehydrator = (db: Db, rowIds: string[]) => Promise<(OutboxEvent | null)[]>;

/**
 * Transactional outbox. Events are written in the transaction of the change they announce and sent right after its commit,
 * or by a sweep when the process died in between: at least once, always under the same id. The events of one call are one
 * encrypted row.
 */
export interface Outbox {
  publish<T extends ServerEventType>(tx: Db, event: OutboxEvent<T>): Promise<void>;
  publishAll(tx: Db, events: OutboxEvent[]): Promise<void>;
  /**
   * For events that rows fully describe, written by the statement that writes those rows: the content of the outbox row, which
   * holds only the rows' ids.
   */
  sealRowIds(tx: Db, source: string, rowIds: readonly string[]): Promise<Buffer>;
  /** Sends the events of an outbox row that the caller wrote, in the order of the ids, after the commit; null for none. */
  announce(tx: Db, row: number, events: readonly (OutboxEvent | null)[]): void;
  /** Registers how the events of a source are built again from their rows. */
  rehydrate(source: string, rehydrator: Rehydrator): void;
  /** How many rows wait for delivery, and for how long the oldest has. */
  measure(): Promise<{ rows: number; oldestSeconds: number }>;
  /** Sends what an earlier process left behind, and what could not be sent to other nodes. */
  sweep(): Promise<void>;
  /** Begins to sweep every 5 s. */
  start(): Promise<void>;
  /** Waits until everything is sent and the rows of sent events are deleted. */
  stop(): Promise<void>;
}

export interface OutboxOptions {
  db: Db;
  vault: Vault;
  bus: Bus;
  clock: Clock;
  log: Log;
  checkPayloads: boolean;
  /** Of how many rows the events stay in memory while other nodes cannot be reached, in place of the usual number. */
  maxKept?: number;
}

const OWNER = 'system:outbox';
const SWEEP_MS = 5_000;
/** Older rows were left by a process that died. */
const ABANDONED_MS = 15_000;
const SWEEP_PAGE = 500;
/**
 * Ids and instants are not in the same order: clocks differ, and a transaction that took its id early may commit late. While other
 * nodes cannot be reached, each sweep looks again at the rows that were written so shortly before the last row it saw.
 */
const LATE_MAX_MS = 2 * MINUTE_MS;
const MAX_KEPT = 2_000;
/** A row that could not be read for this long is deleted. Clients fetch what they missed when they reconnect. */
const UNREADABLE_MAX_MS = DAY_MS;

/** An event as stored. A later process has no use for the connection that caused it. */
type StoredContent = Pick<OutboxEvent, 'to' | 'type' | 'payload'>;
/** The content of a row: the events, or the rows that describe them. */
type Content = StoredContent[] | RowIds;
type RowIds = { source: string; rowIds: readonly string[] };

/** The events of a row have the same ids whenever they are sent. */
function toDeliveries(row: number, events: readonly (OutboxEvent | null)[]): Delivery[] {
  return events.flatMap((event, i) => {
    if (event === null) return [];
    const { to, type, payload, except } = event;
    return [{ to, envelope: toEnvelope(type, payload, { id: `outbox-${row}-${i}` }), except, row }];
  });
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { db, vault, bus, clock } = options;
  const log = options.log.child({ subsystem: 'outbox' });
  const dispatcher = createOutboxDispatcher(db, bus, { log, maxKept: options.maxKept ?? MAX_KEPT });
  const rehydrators = new Map<string, Rehydrator>();
  /** Ids of rows whose error is logged. */
  const unreadable = new Set<number>();
  /** While other nodes cannot be reached, rows pile up: up to this one they have been sent on this node, and none can be missing. */
  let sweptTo = 0;
  let sweepTimer: NodeJS.Timeout | undefined;
  let sweeping = Promise.resolve();

  async function publishAll(tx: Db, events: OutboxEvent[]): Promise<void> {
    const addressed = events.filter((event) => event.to.length > 0);
    if (addressed.length === 0) return;
    const content = addressed.map(({ to, type, payload }): StoredContent => ({ to, type, payload }));
    const row = await insertEvents(tx, { events: await vault.seal(tx, OWNER, content), createdAt: clock.now() });
    announce(tx, row, addressed);
  }

  function announce(tx: Db, row: number, events: readonly (OutboxEvent | null)[]): void {
    if (options.checkPayloads) for (const event of events) if (event) assertPayload(event.type, event.payload);
    const deliveries = toDeliveries(row, events);
    afterCommit(tx, () => dispatcher.dispatchLater(row, deliveries));
  }

  async function readRow({ id, events }: OutboxRow): Promise<Delivery[]> {
    const content = await vault.openJson<Content>(db, OWNER, events);
    if (Array.isArray(content)) return toDeliveries(id, content);
    const rehydrator = rehydrators.get(content.source);
    if (!rehydrator) throw new Error(`No rehydrator is registered for events of ${content.source}.`);
    return toDeliveries(id, await rehydrator(db, [...content.rowIds]));
  }

  /** A row that cannot be read stays for a later sweep, so that it does not stop the rows after it. */
  async function sendAbandoned(row: OutboxRow): Promise<void> {
    try {
      await dispatcher.dispatch(row.id, await readRow(row));
      unreadable.delete(row.id);
    } catch (err) {
      const isExpired = clock.now().getTime() - row.createdAt.getTime() > UNREADABLE_MAX_MS;
      if (isExpired) {
        log.error({ err, row: row.id }, 'deleted an outbox row that could not be read');
        await deleteEvents(db, [row.id]);
        unreadable.delete(row.id);
      } else if (!unreadable.has(row.id)) {
        log.error({ err, row: row.id }, 'an outbox row could not be read');
        unreadable.add(row.id);
      }
    }
  }

  async function sweep(): Promise<void> {
    const isReachable = await dispatcher.retry();
    const before = new Date(clock.now().getTime() - ABANDONED_MS);
    const complete = clock.now().getTime() - LATE_MAX_MS;
    if (isReachable) sweptTo = 0;
    let afterId = sweptTo;
    let page: OutboxPosition[];
    do {
      page = await listRowsBefore(db, before, { afterId, limit: SWEEP_PAGE });
      const unknown = page.filter(({ id }) => !dispatcher.has(id)).map(({ id }) => id);
      if (unknown.length > 0) for (const row of await listEvents(db, unknown)) await sendAbandoned(row);
      for (const { id, createdAt } of page) if (createdAt.getTime() < complete) sweptTo = id;
      afterId = page.at(-1)?.id ?? afterId;
    } while (page.length === SWEEP_PAGE);
    await dispatcher.deleteDelivered();
  }

  function scheduleSweep(): void {
    sweepTimer = setTimeout(() => {
      sweeping = sweep()
        .catch((err) => log.error({ err }, 'outbox sweep failed'))
        .then(() => (sweepTimer === undefined ? undefined : scheduleSweep()));
    }, SWEEP_MS).unref();
  }

  return {
    publish: (tx, event) => publishAll(tx, [event as OutboxEvent]),
    publishAll,
    sealRowIds: (tx, source, rowIds) => vault.seal(tx, OWNER, { source, rowIds } satisfies RowIds),
    announce,
    rehydrate: (source, rehydrator) => void rehydrators.set(source, rehydrator),
    async measure() {
      const { rows, oldest } = await measureOutbox(db);
      return { rows, oldestSeconds: oldest ? (clock.now().getTime() - oldest.getTime()) / 1_000 : 0 };
    },
    sweep,
    async start() {
      // Creates the data key now, so that no transaction has to.
      await vault.seal(db, OWNER, '');
      scheduleSweep();
    },
    async stop() {
      clearTimeout(sweepTimer);
      sweepTimer = undefined;
      await sweeping;
      await dispatcher.flush();
    },
  };
}
