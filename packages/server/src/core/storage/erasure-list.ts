import type { Clock } from '../clock.ts';
import type { Storage } from './storage.ts';

const PREFIX = 'erased/';

/**
 * The ids of the users who were erased. It is stored where a restored backup of the database does not replace it, so that they
 * can be erased again. It names nobody: nothing else knows these ids afterwards.
 */
export interface ErasureList {
  /** Call before erasing, so that no erased user is missing. */
  add(userId: string): Promise<void>;
  list(): Promise<string[]>;
  has(userId: string): Promise<boolean>;
}

/** @param storage the S3 store, or the folder of the backups */
export function createErasureList(storage: Storage, clock: Clock): ErasureList {
  return {
    add: (userId) => storage.put(PREFIX + userId, Buffer.from(clock.now().toISOString()), 'text/plain'),
    has: async (userId) => (await storage.get(PREFIX + userId)) !== null,
    list: async () => (await storage.list(PREFIX)).map((key) => key.slice(PREFIX.length)),
  };
}
