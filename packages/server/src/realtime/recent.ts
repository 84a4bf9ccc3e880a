const KEPT_MIN = 10_000;

/**
 * Remembers which event went to whom lately, so that what comes by two ways, or again after a crash, is sent once. The
 * last so many are kept, and at most twice as many.
 */
export function createRecent(min = KEPT_MIN) {
  // Two generations: to take the oldest out of one set, one by one, costs a walk over all that were taken out before.
  let young = new Set<string>();
  let old = new Set<string>();
  return {
    /** True when this event went to these people before. */
    seen(id: string, to: readonly string[]): boolean {
      const key = `${id}|${to.join()}`;
      if (young.has(key) || old.has(key)) return true;
      young.add(key);
      if (young.size >= min) {
        old = young;
        young = new Set();
      }
      return false;
    },
  };
}
