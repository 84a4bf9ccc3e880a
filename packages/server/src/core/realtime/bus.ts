import type { Envelope, ServerPayload } from '@soulsight/contract/realtime';
import { createRowSet } from './row-set.ts';

export interface Delivery {
  /** Receivers' user ids. */
  to: readonly string[];
  envelope: Envelope;
  /** The id of a connection that does not get it: the one that caused it. */
  except?: string | undefined;
  /** The outbox row that it comes from. */
  row?: number | undefined;
}

/** What an operator tells everyone who is connected. */
export type Notice =
  | { type: 'system_alert'; payload: ServerPayload<'system_alert'> }
  | { type: 'maintenance'; payload: ServerPayload<'maintenance'> };

/** A command to every node. */
export type Control = Revocation | { kind: 'notice'; notice: Notice };

export interface Revocation {
  kind: 'revoke';
  userId: string;
  /** Only the connections of this session; without it, all of the user's. */
  sessionId?: string | undefined;
  /** The user signed out, so the connection closes without an error. */
  byUser?: boolean | undefined;
}

export interface BusListener {
  /** @param mayRepeat whether the listener may have had it before: it comes from another node, or from a sweep of what was left behind */
  deliver(delivery: Delivery, mayRepeat: boolean): void;
  control(control: Control): void;
  /** This node was cut off for a while and may have missed deliveries: to these users, or without them to everybody. */
  gap(userIds?: readonly string[]): void;
}

/**
 * Carries events to a user's sockets, whichever node holds them, and knows who is online. Deliveries reach this node's
 * sockets before `publish` returns.
 */
export interface Bus {
  /**
   * Resolves when the deliveries are handed to the other nodes; rejects when those cannot be reached. The deliveries of an outbox row
   * come in one call; sent again, they go to the other nodes alone.
   * @param mayRepeat whether another node may have sent them before; false by default
   */
  publish(deliveries: readonly Delivery[], mayRepeat?: boolean): Promise<void>;
  control(control: Control): Promise<void>;
  /** Sets the one listener: the hub of this node. */
  listen(listener: BusListener): void;
  /** This node has a connection of the user. True when the user was offline before. */
  join(userId: string): Promise<boolean>;
  /** This node has no connection of the user any more. True when the user is offline now. */
  leave(userId: string): Promise<boolean>;
  /** Which of these users are online. */
  online(userIds: string[]): Promise<Set<string>>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

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
    deliverAll(deliveries: readonly Delivery[], mayRepeat = false): void {
      for (const delivery of deliveries.filter(isNew)) listener?.deliver(delivery, mayRepeat);
      for (const { row } of deliveries) if (row !== undefined) shown.add(row);
    },
    /** What another node sends to some of its receivers. */
    receive(delivery: Delivery): void {
      if (isNew(delivery)) listener?.deliver(delivery, true);
    },
  };

  function isNew({ row }: Delivery): boolean {
    return row === undefined || !shown.has(row);
  }
}

/** The bus of a single node. */
export function memoryBus(): Bus {
  let listener: BusListener | undefined;
  const own = createOwnDelivery();
  const present = new Set<string>();
  return {
    async publish(deliveries, mayRepeat) {
      own.deliverAll(deliveries, mayRepeat);
    },
    async control(control) {
      listener?.control(control);
    },
    listen(hub) {
      listener = hub;
      own.listen(hub);
    },
    async join(userId) {
      const wasPresent = present.has(userId);
      present.add(userId);
      return !wasPresent;
    },
    async leave(userId) {
      return present.delete(userId);
    },
    online: async (userIds) => new Set(userIds.filter((id) => present.has(id))),
    async ping() {},
    async close() {},
  };
}
