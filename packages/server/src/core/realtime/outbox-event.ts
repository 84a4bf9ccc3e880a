import type { ServerEventType, ServerPayload } from '@soulsight/contract/realtime';
import type { Db } from '../db/types.ts';
import type { Delivery } from './bus.ts';
import { toEnvelope } from './envelope.ts';

/** The owner of the data key of all events. */
export const OUTBOX_OWNER = 'system:outbox';

export interface OutboxEvent<T extends ServerEventType = ServerEventType> {
  /** Receivers' user ids. */
  to: readonly string[];
  type: T;
  payload: ServerPayload<T>;
  /** The connection that gets a reply instead. */
  except?: string | undefined;
}

/** Builds events from their rows, in the order of the ids. Null if a row is gone: its event is dropped. */
export type Rehydrator = (db: Db, rowIds: string[]) => Promise<(OutboxEvent | null)[]>;

/** An event as stored. A later process has no use for the connection that caused it. */
export type StoredContent = Pick<OutboxEvent, 'to' | 'type' | 'payload'>;
/** The content of a row: the events, or the rows that describe them. */
export type Content = StoredContent[] | RowIds;
export type RowIds = { source: string; rowIds: readonly string[] };

/** The events of a row have the same ids whenever they are sent. */
export function toDeliveries(row: number, events: readonly (OutboxEvent | null)[]): Delivery[] {
  return events.flatMap((event, i) => {
    if (event === null) return [];
    const { to, type, payload, except } = event;
    return [{ to, envelope: toEnvelope(type, payload, { id: `outbox-${row}-${i}` }), except, row }];
  });
}
