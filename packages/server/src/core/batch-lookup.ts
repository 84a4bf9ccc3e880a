import { setImmediate } from 'node:timers/promises';
import { assertNoTransaction } from './db/transaction-scope.ts';
import { startShared } from './shared-work.ts';

/**
 * Looks up by one statement what the calls of one turn of the event loop ask for, such as the sessions of all events that were read from
 * the sockets together.
 * @param load the values by key; a key without a value is absent
 * @returns a lookup that throws inside a transaction: it would not see what that has written
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
