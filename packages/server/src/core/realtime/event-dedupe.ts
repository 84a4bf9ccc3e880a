const REMEMBERED_MIN = 10_000;

/**
 * Remembers which events were sent to whom lately, so that an event that arrives twice (from other nodes and from the
 * outbox sweep) is sent once. At least the last `min` events, at most twice as many: two maps, of which the older one is dropped when the
 * newer one is full, are several times cheaper than a map in the order of use.
 */
export function createEventDedupe(min = REMEMBERED_MIN) {
  let recent = new Map<string, readonly string[]>();
  let older = recent;
  // On a single node nothing is remembered: looking an id up would hash it first.
  const find = (id: string) => (recent.size === 0 ? undefined : (recent.get(id) ?? older.get(id)));
  const hasAll = (before: readonly string[], to: readonly string[]) => to.every((userId) => before.includes(userId));
  return {
    /** Whether this event was sent to all of these users before. Remembers nothing. */
    has(id: string, to: readonly string[]): boolean {
      const before = find(id);
      return before !== undefined && hasAll(before, to);
    },
    /** As `has`; remembers the users otherwise. */
    seen(id: string, to: readonly string[]): boolean {
      const before = find(id);
      if (before && hasAll(before, to)) return true;
      if (recent.size >= min) {
        older = recent;
        recent = new Map();
      }
      recent.set(id, before ? [...before, ...to] : to);
      return false;
    },
  };
}
