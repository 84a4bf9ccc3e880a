import type { BusListener, Delivery } from './bus.ts';
import { createRowSet } from './row-set.ts';

/**
 * Hands deliveries to the listener of this node. Those of an outbox row are handed to it once, however often the row is sent again
 * after an outage, by this node or another one.
 */
export function createOwnDelivery() {
  /** Rows of which the listener has all deliveries. */
  const shown = createRowSet();
  let listener: Pick<BusListener, 'deliver'> | undefined;

  return {
    listen(hub: Pick<BusListener, 'deliver'>): void {
      listener = hub;
    },
    /** Deliveries that this node sends, for all of their receivers; all of a row in one call. */
    deliverAll(deliveries: readonly Delivery[]): void {
      for (const delivery of deliveries.filter(isNew)) listener?.deliver(delivery);
      for (const { row } of deliveries) if (row !== undefined) shown.add(row);
    },
    /** What another node sends to some of its receivers. */
    receive(delivery: Delivery): void {
      if (isNew(delivery)) listener?.deliver(delivery);
    },
  };

  function isNew({ row }: Delivery): boolean {
    return row === undefined || !shown.has(row);
  }
}
