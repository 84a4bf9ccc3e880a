import type { Db } from '../db/types.ts';
import type { Log } from '../ops/logger.ts';
import type { Bus, Delivery } from './bus.ts';
import { deleteEvents } from './outbox.store.ts';

/** Rows of sent events are deleted in batches, this long after the first. */
const DELETE_DELAY_MS = 200;

/** Sends the events of outbox rows, and deletes the rows once they are sent. */
export interface OutboxDispatcher {
  /** Sends the events of a row. Never rejects: if other nodes cannot be reached, `retry` sends them again. */
  dispatch(row: number, deliveries: Delivery[]): Promise<void>;
  /** The same, in the background. */
  dispatchLater(row: number, deliveries: Delivery[]): void;
  /** Sends again what other nodes did not get. */
  retry(): Promise<void>;
  /** Whether this process has sent the row, or will send it again; the sweep then skips it. */
  has(row: number): boolean;
  /** Deletes the rows of sent events now. */
  deleteDelivered(): Promise<void>;
  /** Waits for everything in the background and deletes the rows of sent events. */
  flush(): Promise<void>;
}

export function createOutboxDispatcher(db: Db, bus: Bus, log: Pick<Log, 'error'>): OutboxDispatcher {
  /** Sent rows that are not deleted yet. */
  const delivered: number[] = [];
  /** Sent on this node while other nodes could not be reached. */
  const undelivered = new Map<number, Delivery[]>();
  const pending = new Set<Promise<void>>();
  let deleteTimer: NodeJS.Timeout | undefined;

  function track(work: Promise<void>): void {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  }

  async function dispatch(row: number, deliveries: Delivery[]): Promise<void> {
    try {
      await bus.publish(deliveries);
      undelivered.delete(row);
      delivered.push(row);
      deleteTimer ??= setTimeout(() => track(deleteDelivered()), DELETE_DELAY_MS).unref();
    } catch {
      undelivered.set(row, deliveries);
    }
  }

  async function deleteDelivered(): Promise<void> {
    clearTimeout(deleteTimer);
    deleteTimer = undefined;
    const rows = delivered.splice(0);
    if (rows.length === 0) return;
    try {
      await deleteEvents(db, rows);
    } catch (err) {
      delivered.push(...rows);
      log.error({ err }, 'failed to delete delivered outbox rows');
    }
  }

  return {
    dispatch,
    dispatchLater: (row, deliveries) => track(dispatch(row, deliveries)),
    async retry() {
      for (const [row, deliveries] of [...undelivered]) await dispatch(row, deliveries);
    },
    deleteDelivered,
    has: (row) => undelivered.has(row) || delivered.includes(row),
    async flush() {
      while (pending.size > 0) await Promise.all(pending);
      await deleteDelivered();
    },
  };
}
