import type { Bus, BusListener, Delivery } from '@soulsight/server/core/realtime/bus';

/** A bus between nodes of one process that can be away, as Redis can: a node then serves its own sockets alone. */
export interface FaultyBus {
  /** The bus as one node has it. */
  node(): Bus & { leaveAll(): void };
  isAway(): boolean;
  away(): void;
  back(): void;
}

export function createFaultyBus(): FaultyBus {
  const listeners = new Map<object, BusListener>();
  const present = new Map<object, Set<string>>();
  let isAway = false;

  const others = (self: object) => [...listeners].flatMap(([node, listener]) => (node === self ? [] : [listener]));
  const isElsewhere = (self: object, userId: string) =>
    !isAway && [...present].some(([node, people]) => node !== self && people.has(userId));

  function node(): Bus & { leaveAll(): void } {
    const self = {};
    const here = new Set<string>();
    present.set(self, here);
    return {
      async publish(deliveries: readonly Delivery[]) {
        const own = listeners.get(self);
        for (const delivery of deliveries) own?.deliver(delivery);
        if (isAway) throw new Error('the bus is away');
        for (const listener of others(self)) for (const delivery of deliveries) listener.deliver(delivery);
      },
      async control(control) {
        for (const listener of listeners.values()) listener.control(control);
      },
      listen: (listener) => void listeners.set(self, listener),
      async join(userId) {
        here.add(userId);
        return !isElsewhere(self, userId);
      },
      async leave(userId) {
        return here.delete(userId) && !isElsewhere(self, userId);
      },
      online: async (userIds) => new Set(userIds.filter((id) => here.has(id) || isElsewhere(self, id))),
      async ping() {},
      async close() {},
      leaveAll() {
        listeners.delete(self);
        present.delete(self);
      },
    };
  }

  return {
    node,
    isAway: () => isAway,
    away() {
      isAway = true;
    },
    back() {
      if (!isAway) return;
      isAway = false;
      for (const listener of listeners.values()) listener.gap();
    },
  };
}
