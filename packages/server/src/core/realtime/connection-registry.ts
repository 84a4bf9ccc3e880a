import { WS_CONNECTIONS_PER_USER } from '@soulsight/contract/limits';
import type { Connection } from './connection.ts';

/** A live client has sent something within this time: a page in the background wakes once a minute for its heartbeat. */
const MISSED_HEARTBEAT_MS = 65_000;

/** The connections of this node, by user. */
export interface ConnectionRegistry {
  /** True when the user had no connection to this node before. */
  add(connection: Connection): boolean;
  /** Calls `onUserGone` when it was the user's last. Removing a connection twice does nothing. */
  remove(connection: Connection): void;
  has(userId: string): boolean;
  list(userId: string): readonly Connection[];
  all(): Iterable<Connection>;
  size(): number;
  /**
   * Whether the user may open one more connection. At the limit, a connection that missed a heartbeat is evicted for it,
   * the longest silent first.
   */
  makeRoom(userId: string, now: number): boolean;
}

export function createConnectionRegistry(onUserGone: (userId: string) => void): ConnectionRegistry {
  /** Most users have one connection. A list is replaced, never grown, so that it takes the least memory. */
  const byUser = new Map<string, readonly Connection[]>();

  function list(userId: string): readonly Connection[] {
    return byUser.get(userId) ?? [];
  }

  function* all(): Generator<Connection> {
    for (const connections of byUser.values()) yield* connections;
  }

  function remove(connection: Connection): void {
    const { userId } = connection.caller;
    const connections = list(userId);
    if (!connections.includes(connection)) return;
    if (connections.length > 1) {
      byUser.set(
        userId,
        connections.filter((one) => one !== connection),
      );
      return;
    }
    byUser.delete(userId);
    onUserGone(userId);
  }

  return {
    add(connection) {
      const { userId } = connection.caller;
      const others = list(userId);
      byUser.set(userId, [...others, connection]);
      return others.length === 0;
    },
    remove,
    has: (userId) => byUser.has(userId),
    list,
    all,
    size() {
      let count = 0;
      for (const connections of byUser.values()) count += connections.length;
      return count;
    },
    makeRoom(userId, now) {
      const connections = list(userId);
      if (connections.length < WS_CONNECTIONS_PER_USER) return true;
      const [stalest] = connections.toSorted((a, b) => a.lastSeen - b.lastSeen);
      if (!stalest || now - stalest.lastSeen <= MISSED_HEARTBEAT_MS) return false;
      stalest.socket.terminate();
      remove(stalest);
      return true;
    },
  };
}
