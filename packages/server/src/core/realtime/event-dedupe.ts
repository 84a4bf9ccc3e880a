const REMEMBERED_MIN = 10_000;

/**
 * Remembers which events were sent to whom lately, so that an event that arrives twice (from other nodes and from the
 * outbox sweep) is sent once. At least the last `min` events, at most twice as many: two maps, of which the older one is dropped when the
 * newer one is full, are several times cheaper than a map in the order of use.
 */
export function createEventDedupe(min = REMEMBERED_MIN) {
  let recent = new Map<string, readonly string[]>();
  let older = recent;
  return {
    /** True when this event was sent to all of these users before. Remembers them otherwise. */
    seen(id: string, to: readonly string[]): boolean {
      const before = recent.get(id) ?? older.get(id);
      if (before && to.every((userId) => before.includes(userId))) return true;
      if (recent.size >= min) {
        older = recent;
        recent = new Map();
      }
      recent.set(id, before ? [...before, ...to] : to);
      return false;
    },
  };
}
