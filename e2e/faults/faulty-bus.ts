import { type Bus, type BusListener, createOwnDelivery, type Delivery } from '@soulsight/server/core/realtime/bus';

/** A bus between nodes of one process that can be disconnected, as Redis can. A node then serves only its own sockets. */
export interface FaultyBus {
  /** The bus as seen by a new node. */
  node(): Bus & { leaveAll(): void };
  isDown(): boolean;
  disconnect(): void;
  reconnect(): void;
}

type OwnDelivery = ReturnType<typeof createOwnDelivery>;

export function createFaultyBus(): FaultyBus {
  const listeners = new Map<object, Pick<BusListener, 'control' | 'gap'> & Pick<OwnDelivery, 'receive'>>();
  const present = new Map<object, Set<string>>();
  let isDown = false;

  const others = (self: object) => [...listeners].flatMap(([node, listener]) => (node === self ? [] : [listener]));
  const isElsewhere = (self: object, userId: string) =>
    !isDown && [...present].some(([node, users]) => node !== self && users.has(userId));

  function node(): Bus & { leaveAll(): void } {
    const self = {};
    const here = new Set<string>();
    const own = createOwnDelivery();
    present.set(self, here);
    return {
      async publish(deliveries: readonly Delivery[], mayRepeat?: boolean) {
        if (listeners.has(self)) own.deliverAll(deliveries, mayRepeat);
        if (isDown) throw new Error('the bus is disconnected');
        for (const listener of others(self)) for (const delivery of deliveries) listener.receive(delivery);
      },
      async control(control) {
        for (const listener of listeners.values()) listener.control(control);
      },
      listen(listener) {
        own.listen(listener);
        const { control, gap } = listener;
        listeners.set(self, { control, gap, receive: own.receive });
      },
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
    isDown: () => isDown,
    disconnect() {
      isDown = true;
    },
    reconnect() {
      if (!isDown) return;
      isDown = false;
      for (const listener of listeners.values()) listener.gap();
    },
  };
}
