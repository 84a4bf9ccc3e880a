import { setImmediate } from 'node:timers/promises';
import { assertNoTransaction } from './db/transaction-scope.ts';
import { startShared } from './shared-work.ts';

/**
 * Combines the lookups of one turn of the event loop into one statement, such as the sessions of all socket events that arrived
 * together.
 * @param load the values by key; a key without a value is absent
 * @returns a lookup that throws inside a transaction, whose own writes it would not see
 */
export function createBatchLookup<K, V>(
  load: (keys: K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | null> {
  let next: { keys: Set<K>; found: Promise<ReadonlyMap<K, V>> } | null = null;

  function begin() {
    const keys = new Set<K>();
    const found = startShared(() =>
      setImmediate().then(() => {
        next = null;
        return load([...keys]);
      }),
    );
    return { keys, found };
  }

  return async (key) => {
    assertNoTransaction('shared lookup');
    next ??= begin();
    next.keys.add(key);
    return (await next.found).get(key) ?? null;
  };
}
