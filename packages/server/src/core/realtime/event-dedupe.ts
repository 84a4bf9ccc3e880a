const KEPT_MIN = 10_000;

/**
 * Remembers which event went to whom lately, so that what comes by two ways, or again after a crash, is sent once. The
 * last so many are kept, and at most twice as many.
 */
export function createEventDedupe(min = KEPT_MIN) {
  // Two generations: to take the oldest out of one map, one by one, costs a walk over all that were taken out before.
  let young = new Map<string, readonly string[]>();
  let old = new Map<string, readonly string[]>();
  return {
    /** True when this event went to each of these people before. */
    seen(id: string, to: readonly string[]): boolean {
      const before = young.get(id) ?? old.get(id);
      if (before && to.every((userId) => before.includes(userId))) return true;
      young.set(id, before ? [...before, ...to] : to);
      if (young.size >= min) {
        old = young;
        young = new Map();
      }
      return false;
    },
  };
}
