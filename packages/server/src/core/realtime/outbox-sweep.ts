import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import type { Clock } from '../clock.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Db } from '../db/types.ts';
import type { Log } from '../ops/logger.ts';
import type { Delivery } from './bus.ts';
import { deleteEvents, listEvents, listRowsBefore, type OutboxPosition, type OutboxRow } from './outbox.store.ts';
import type { OutboxDispatcher } from './outbox-dispatcher.ts';
import { type Content, OUTBOX_OWNER, type Rehydrator, toDeliveries } from './outbox-event.ts';

/** Older rows were left by a process that died. */
const ABANDONED_MS = 15_000;
const SWEEP_PAGE = 500;
/**
 * Ids and instants are not in the same order: clocks differ, and a transaction that took its id early may commit late. While other
 * nodes cannot be reached, each sweep looks again at the rows that were written so shortly before the last row it saw.
 */
const LATE_MAX_MS = 2 * MINUTE_MS;
/** A row that could not be read for this long is deleted. Clients fetch what they missed when they reconnect. */
const UNREADABLE_MAX_MS = DAY_MS;

export interface OutboxSweepOptions {
  db: Db;
  vault: Vault;
  clock: Clock;
  log: Pick<Log, 'error'>;
  dispatcher: OutboxDispatcher;
  rehydrators: ReadonlyMap<string, Rehydrator>;
}

/** Returns a function that sends what an earlier process left behind, and what could not be sent to other nodes. */
export function createOutboxSweep({ db, vault, clock, log, dispatcher, rehydrators }: OutboxSweepOptions) {
  /** Ids of rows whose error is logged. */
  const unreadable = new Set<number>();
  /** While other nodes cannot be reached, rows pile up: up to this one they have been sent on this node, and none can be missing. */
  let sweptTo = 0;

  async function readRow({ id, events }: OutboxRow): Promise<Delivery[]> {
    const content = await vault.openJson<Content>(db, OUTBOX_OWNER, events);
    if (Array.isArray(content)) return toDeliveries(id, content);
    const rehydrator = rehydrators.get(content.source);
    if (!rehydrator) throw new Error(`No rehydrator is registered for events of ${content.source}.`);
    return toDeliveries(id, await rehydrator(db, [...content.rowIds]));
  }

  /** A row that cannot be read stays for a later sweep, so that it does not stop the rows after it. */
  async function sendAbandoned(row: OutboxRow): Promise<void> {
    try {
      await dispatcher.dispatchAgain(row.id, await readRow(row));
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

  return sweep;
}
