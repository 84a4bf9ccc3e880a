import { runInBackground } from '../background.ts';
import type { Db } from '../db/types.ts';
import type { Log } from '../ops/logger.ts';
import type { Bus, Delivery } from './bus.ts';
import { deleteEvents } from './outbox.store.ts';
import { createRowSet } from './row-set.ts';

/** Rows of sent events are deleted in batches, this long after the first. */
const DELETE_DELAY_MS = 200;

/** Sends the events of outbox rows, and deletes the rows once they are sent. */
export interface OutboxDispatcher {
  /**
   * Sends the events of a row that may have been sent before the process that wrote it died. Never rejects: if other nodes cannot be
   * reached, `retry` sends them again.
   */
  dispatchAgain(row: number, deliveries: Delivery[]): Promise<void>;
  /** Sends the events of a row that this process wrote, in the background. */
  dispatchLater(row: number, deliveries: Delivery[]): void;
  /**
   * Sends again what other nodes did not get, up to the first failure. Once all of it is sent, `has` no longer knows the rows whose
   * events were not kept, so that the sweep sends them from their rows.
   * @returns whether other nodes can be reached
   */
  retry(): Promise<boolean>;
  /** Whether this process has sent the row, or will send it again; the sweep then skips it. */
  has(row: number): boolean;
  /** Deletes the rows of sent events now. */
  deleteDelivered(): Promise<void>;
  /** Waits for everything in the background and deletes the rows of sent events. */
  flush(): Promise<void>;
}

/** @param maxKept of how many rows the events stay in memory while other nodes cannot be reached */
export function createOutboxDispatcher(
  db: Db,
  bus: Bus,
  { log, maxKept }: { log: Pick<Log, 'error'>; maxKept: number },
): OutboxDispatcher {
  /** Sent rows that are not deleted yet. */
  const delivered: number[] = [];
  /** Sent on this node while other nodes could not be reached; of the first `maxKept` rows the events, too. */
  const undelivered = createRowSet();
  const kept = new Map<number, Delivery[]>();
  const pending = new Set<Promise<unknown>>();
  let deleteTimer: NodeJS.Timeout | undefined;

  function track(work: Promise<unknown>): void {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  }

  async function dispatch(row: number, deliveries: Delivery[], mayRepeat: boolean): Promise<boolean> {
    try {
      await bus.publish(deliveries, mayRepeat);
      kept.delete(row);
      delivered.push(row);
      deleteTimer ??= setTimeout(() => track(runInBackground(deleteDelivered)), DELETE_DELAY_MS).unref();
      return true;
    } catch {
      undelivered.add(row);
      // An outage may last, and the rows have it all.
      if (kept.size < maxKept) kept.set(row, deliveries);
      return false;
    }
  }

  async function retry(): Promise<boolean> {
    for (const [row, deliveries] of kept) if (!(await dispatch(row, deliveries, true))) return false;
    undelivered.clear();
    return true;
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
    async dispatchAgain(row, deliveries) {
      await dispatch(row, deliveries, true);
    },
    dispatchLater: (row, deliveries) => track(dispatch(row, deliveries, false)),
    retry,
    deleteDelivered,
    has: (row) => undelivered.has(row) || delivered.includes(row),
    async flush() {
      while (pending.size > 0) await Promise.all(pending);
      await deleteDelivered();
    },
  };
}
