import type { Envelope } from '@soulsight/contract/realtime';

export interface Delivery {
  /** Receivers' user ids. */
  to: readonly string[];
  envelope: Envelope;
  /** A connection that does not get it: the one that caused it. */
  except?: string;
}

/** What every node must do at once. */
export interface Control {
  kind: 'revoke';
  userId: string;
  /** Only this session's connections; all of the person's without it. */
  sessionId?: string;
}

export interface BusListener {
  deliver(delivery: Delivery): void;
  control(control: Control): void;
  /** Deliveries may have been missed. */
  gap(): void;
}

/**
 * Carries events to the sockets of a person, whichever node holds them, and knows who is there. Deliveries reach this
 * node's sockets before `publish` returns.
 */
export interface Bus {
  /** Resolves when every other node can have them; rejects where they cannot be reached now. */
  publish(deliveries: readonly Delivery[]): Promise<void>;
  control(control: Control): Promise<void>;
  /** The hub of this node. */
  listen(listener: BusListener): void;
  /** This node holds (another) connection of the person. True when they were not there before. */
  join(userId: string): Promise<boolean>;
  /** This node holds no connection of the person any more. True when they are gone everywhere. */
  leave(userId: string): Promise<boolean>;
  /** Which of them are there. */
  online(userIds: string[]): Promise<Set<string>>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The bus of a single node. */
export function memoryBus(): Bus {
  let listener: BusListener | undefined;
  const present = new Set<string>();
  return {
    async publish(deliveries) {
      for (const delivery of deliveries) listener?.deliver(delivery);
    },
    async control(control) {
      listener?.control(control);
    },
    listen(l) {
      listener = l;
    },
    async join(userId) {
      const before = present.has(userId);
      present.add(userId);
      return !before;
    },
    async leave(userId) {
      return present.delete(userId);
    },
    online: async (userIds) => new Set(userIds.filter((id) => present.has(id))),
    async ping() {},
    async close() {},
  };
}
