/** Stored in the cache of the version that the pages use. */
const ACTIVE_MARK = '/service-worker/active';

/** The caches of all versions, of which one is `name`. */
export function createVersions(caches: CacheStorage, name: string) {
  const deleteAll = (keys: readonly string[]) => Promise.all(keys.map((key) => caches.delete(key)));

  /** The other versions, oldest first, and those of them that were active last. */
  async function listOthers() {
    const others = (await caches.keys()).filter((key) => key !== name);
    const marks = await Promise.all(others.map((cacheName) => caches.match(ACTIVE_MARK, { cacheName })));
    return { others, active: others.filter((_, i) => marks[i]) };
  }

  return {
    /** Removes the versions before the active one, and one that waits to follow it. Where none is marked, each may be the active one. */
    async deleteUnused(): Promise<void> {
      const { others, active } = await listOthers();
      if (active.length > 0) await deleteAll(others.filter((key) => !active.includes(key)));
    },

    /**
     * `name` becomes the active version. The one before stays: other tabs may still show it, and load more of its scripts. Where none is
     * marked, it may be any of them.
     */
    async activate(): Promise<void> {
      const { others, active } = await listOthers();
      const last = active.length > 0 ? active : others;
      await deleteAll(others.filter((key) => !last.includes(key)));
      try {
        await (await caches.open(name)).put(ACTIVE_MARK, new Response());
      } catch (error) {
        if (!isFull(error)) throw error;
      }
      await Promise.all(active.map(async (key) => (await caches.open(key)).delete(ACTIVE_MARK)));
    },
  };
}

export function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError';
}
