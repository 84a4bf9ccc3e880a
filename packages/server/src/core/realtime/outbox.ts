import type { ServerEventType } from '@soulsight/contract/realtime';
import type { Clock } from '../clock.ts';
import type { Vault } from '../crypto/vault.ts';
import { afterCommit } from '../db/commit-hooks.ts';
import type { Db } from '../db/types.ts';
import type { Log } from '../ops/logger.ts';
import type { Bus } from './bus.ts';
import { assertPayload } from './envelope.ts';
import { insertEvents, measureOutbox } from './outbox.store.ts';
import { createOutboxDispatcher } from './outbox-dispatcher.ts';
import {
  OUTBOX_OWNER,
  type OutboxEvent,
  type Rehydrator,
  type RowIds,
  type StoredContent,
  toDeliveries,
} from './outbox-event.ts';
import { createOutboxSweep } from './outbox-sweep.ts';

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
  /** After the commit, sends the events of an outbox row that the caller wrote: one for each id, in their order, or null for none. */
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
  /** How many rows' events stay in memory while other nodes cannot be reached, instead of the usual number. */
  maxKept?: number;
}

const SWEEP_MS = 5_000;
const MAX_KEPT = 2_000;
export function createOutbox(options: OutboxOptions): Outbox {
  const { db, vault, bus, clock } = options;
  const log = options.log.child({ subsystem: 'outbox' });
  const dispatcher = createOutboxDispatcher(db, bus, { log, maxKept: options.maxKept ?? MAX_KEPT });
  const rehydrators = new Map<string, Rehydrator>();
  const sweep = createOutboxSweep({ ...options, log, dispatcher, rehydrators });
  let sweepTimer: NodeJS.Timeout | undefined;
  let sweeping = Promise.resolve();

  async function publishAll(tx: Db, events: OutboxEvent[]): Promise<void> {
    const addressed = events.filter((event) => event.to.length > 0);
    if (addressed.length === 0) return;
    const content = addressed.map(({ to, type, payload }): StoredContent => ({ to, type, payload }));
    const row = await insertEvents(tx, { events: await vault.seal(tx, OUTBOX_OWNER, content), createdAt: clock.now() });
    announce(tx, row, addressed);
  }

  function announce(tx: Db, row: number, events: readonly (OutboxEvent | null)[]): void {
    if (options.checkPayloads) for (const event of events) if (event) assertPayload(event.type, event.payload);
    const deliveries = toDeliveries(row, events);
    afterCommit(tx, () => dispatcher.dispatchLater(row, deliveries));
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
    sealRowIds: (tx, source, rowIds) => vault.seal(tx, OUTBOX_OWNER, { source, rowIds } satisfies RowIds),
    announce,
    rehydrate: (source, rehydrator) => void rehydrators.set(source, rehydrator),
    async measure() {
      const { rows, oldest } = await measureOutbox(db);
      return { rows, oldestSeconds: oldest ? (clock.now().getTime() - oldest.getTime()) / 1_000 : 0 };
    },
    sweep,
    async start() {
      // Creates the data key now, so that no transaction has to.
      await vault.seal(db, OUTBOX_OWNER, '');
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
