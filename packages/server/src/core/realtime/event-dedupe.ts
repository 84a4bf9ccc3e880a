import { LRUCache } from 'lru-cache';

const REMEMBERED_MAX = 20_000;

/**
 * Remembers which events were sent to whom lately, so that an event that arrives twice (from the bus and from the outbox
 * sweep) is sent once.
 */
export function createEventDedupe(max = REMEMBERED_MAX) {
  const receivers = new LRUCache<string, readonly string[]>({ max });
  return {
    /** True when this event was sent to all of these users before. Remembers them otherwise. */
    seen(id: string, to: readonly string[]): boolean {
      const before = receivers.get(id);
      if (before && to.every((userId) => before.includes(userId))) return true;
      receivers.set(id, before ? [...before, ...to] : to);
      return false;
    },
  };
}
