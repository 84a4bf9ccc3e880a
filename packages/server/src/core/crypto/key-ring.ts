import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@soulsight/contract/time';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { isTransaction } from '../db/commit-hooks.ts';
import type { Db } from '../db/types.ts';
import { AES_KEY_BYTES, decrypt, encrypt } from './aes-gcm.ts';
import { deleteDataKey, findDataKeys, insertDataKeyIfMissing } from './data-keys.store.ts';

/** How long an unwrapped key may be used without checking that it has not been shredded by another node. */
const KEY_TTL_MS = 5 * MINUTE_MS;
/** Longer than any transaction lasts. */
const TRANSACTION_MAX_MS = 5 * MINUTE_MS;
const KEYS_CACHED_MAX = 20_000;
const WRAPPING_CONTEXT = 'data-key:';

/** The unwrapped data keys of owners, with a cache. */
export function createKeyRing(masterKey: Buffer, clock: Clock) {
  const cache = new LRUCache<string, KeyObject>({
    max: KEYS_CACHED_MAX,
    ttl: KEY_TTL_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });

  function unwrap(owner: string, wrapped: Buffer): KeyObject {
    return createSecretKey(decrypt(masterKey, wrapped, WRAPPING_CONTEXT + owner));
  }

  /** A recent key read inside a transaction may be its own and be rolled back with it, so it is not cached. */
  function isCommitted(db: Db, createdAt: Date): boolean {
    return !isTransaction(db) || clock.now().getTime() - createdAt.getTime() > TRANSACTION_MAX_MS;
  }

  /** The keys of those owners that have one. */
  async function findKeys(db: Db, owners: Iterable<string>): Promise<Map<string, KeyObject>> {
    const keys = new Map<string, KeyObject>();
    const missing: string[] = [];
    for (const owner of new Set(owners)) {
      const cached = cache.get(owner);
      if (cached) keys.set(owner, cached);
      else missing.push(owner);
    }
    if (missing.length === 0) return keys;
    for (const { owner, wrapped, createdAt } of await findDataKeys(db, missing)) {
      const key = unwrap(owner, wrapped);
      if (isCommitted(db, createdAt)) cache.set(owner, key);
      keys.set(owner, key);
    }
    return keys;
  }

  async function getOrCreateKey(db: Db, owner: string): Promise<KeyObject> {
    const existing = (await findKeys(db, [owner])).get(owner);
    if (existing) return existing;
    const fresh = encrypt(masterKey, randomBytes(AES_KEY_BYTES), WRAPPING_CONTEXT + owner);
    // Not cached: the transaction that inserts it may still be rolled back.
    return unwrap(owner, await insertDataKeyIfMissing(db, owner, fresh, clock.now()));
  }

  async function shred(db: Db, owner: string): Promise<void> {
    await deleteDataKey(db, owner);
    cache.delete(owner);
  }

  return { findKeys, getOrCreateKey, shred };
}
