import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@soulsight/contract/time';
import type { Clock } from '../clock.ts';
import { isTransaction } from '../db/commit-hooks.ts';
import type { Db } from '../db/types.ts';
import { AES_KEY_BYTES, decrypt, encrypt } from './aes-gcm.ts';
import { deleteDataKey, findDataKeys, insertDataKeyIfMissing } from './data-keys.store.ts';

/** Whose data key seals a value: `user:<id>`, `conversation:<id>`, `report:<id>`, or one of the product's own. */
export type Owner = `${'user' | 'conversation' | 'report' | 'system'}:${string}`;

export interface SealedItem {
  owner: Owner;
  sealed: Buffer;
  context?: string;
}

export interface PlainItem {
  owner: Owner;
  plaintext: unknown;
  context?: string;
}

/** What was sealed cannot be read: it was changed, belongs to someone else, or its owner's key is shredded. */
export class UnreadableError extends Error {
  constructor(owner: string, cause?: unknown) {
    super(`A sealed value of ${owner} cannot be read.`, { cause });
    this.name = 'UnreadableError';
  }
}

/**
 * Encryption at rest by envelope: each owner has a data key, wrapped by the master key. A value opens only for the owner
 * and the context (such as a column's name) it was sealed with.
 */
export interface Vault {
  /** Seals a text, or anything else as JSON. Makes the owner's data key where there is none. */
  seal(db: Db, owner: Owner, plaintext: unknown, context?: string): Promise<Buffer>;
  /** Seals several values of one owner. */
  sealMany(db: Db, owner: Owner, plaintexts: unknown[], context?: string): Promise<Buffer[]>;
  /** Seals values of any owners with one look-up of their keys. Same order. */
  sealEach(db: Db, items: PlainItem[]): Promise<Buffer[]>;
  /**
   * Looks up keys that are not at hand, before a transaction that seals for these owners: a young key that is first seen
   * inside of one is not kept, as it may vanish with it, and would be looked up and unwrapped for each.
   */
  prepare(db: Db, owners: readonly Owner[]): Promise<void>;
  /** @throws UnreadableError */
  open(db: Db, owner: Owner, sealed: Buffer, context?: string): Promise<string>;
  /** @throws UnreadableError */
  openJson<T>(db: Db, owner: Owner, sealed: Buffer, context?: string): Promise<T>;
  /** Opens values of any owners with one look-up of their keys; null where one cannot be read. Same order. */
  openMany(db: Db, items: SealedItem[]): Promise<(string | null)[]>;
  /**
   * Destroys the owner's data key: everything sealed for them is unreadable from then on, in every copy. It is for good;
   * never seal for the same owner again.
   */
  shred(db: Db, owner: Owner): Promise<void>;
}

/** How long an unwrapped key may be used without asking the database whether it still stands. */
const KEY_TTL_MS = 5 * MINUTE_MS;
/** No transaction lasts as long. */
const TRANSACTION_MAX_MS = 5 * MINUTE_MS;
const KEYS_CACHED_MAX = 20_000;
const WRAPPING_CONTEXT = 'data-key:';

function toAad(owner: string, context = ''): string {
  return `${owner}|${context}`;
}

function toBytes(plaintext: unknown): Buffer {
  return Buffer.from(typeof plaintext === 'string' ? plaintext : JSON.stringify(plaintext));
}

export function createVault(masterKey: Buffer, clock: Clock): Vault {
  const cache = createKeyCache(clock);

  function unwrap(owner: string, wrapped: Buffer): KeyObject {
    return createSecretKey(decrypt(masterKey, wrapped, WRAPPING_CONTEXT + owner));
  }

  /** A young key read inside a transaction may be that transaction's own, and vanish with it: it is not kept. */
  function isCommitted(db: Db, createdAt: Date): boolean {
    return !isTransaction(db) || clock.now().getTime() - createdAt.getTime() > TRANSACTION_MAX_MS;
  }

  /** Keys of those owners that have one. */
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
    // Not cached: the transaction that adds it may still be rolled back.
    return unwrap(owner, await insertDataKeyIfMissing(db, owner, fresh, clock.now()));
  }

  function sealMany(db: Db, owner: Owner, plaintexts: unknown[], context?: string) {
    return sealEach(
      db,
      plaintexts.map((plaintext) => ({ owner, plaintext, ...(context === undefined ? {} : { context }) })),
    );
  }

  async function sealEach(db: Db, items: PlainItem[]) {
    const keys = await findKeys(
      db,
      items.map(({ owner }) => owner),
    );
    for (const { owner } of items) if (!keys.has(owner)) keys.set(owner, await getOrCreateKey(db, owner));
    return items.map(({ owner, plaintext, context }) =>
      encrypt(keys.get(owner) as KeyObject, toBytes(plaintext), toAad(owner, context)),
    );
  }

  async function open(db: Db, owner: Owner, sealed: Buffer, context?: string) {
    const key = (await findKeys(db, [owner])).get(owner);
    if (!key) throw new UnreadableError(owner);
    try {
      return decrypt(key, sealed, toAad(owner, context)).toString();
    } catch (cause) {
      throw new UnreadableError(owner, cause);
    }
  }

  async function openMany(db: Db, items: SealedItem[]) {
    const keys = await findKeys(
      db,
      items.map((i) => i.owner),
    );
    return items.map(({ owner, sealed, context }) => {
      const key = keys.get(owner);
      if (!key) return null;
      try {
        return decrypt(key, sealed, toAad(owner, context)).toString();
      } catch {
        return null;
      }
    });
  }

  return {
    seal: async (db, owner, plaintext, context) => (await sealMany(db, owner, [plaintext], context))[0] as Buffer,
    sealMany,
    sealEach,
    async prepare(db, owners) {
      await findKeys(db, owners);
    },
    open,
    openJson: async <T>(db: Db, owner: Owner, sealed: Buffer, context?: string) =>
      JSON.parse(await open(db, owner, sealed, context)) as T,
    openMany,
    async shred(db, owner) {
      await deleteDataKey(db, owner);
      cache.delete(owner);
    },
  };
}

/** Least recently used first out, and none older than its time. */
function createKeyCache(clock: Clock) {
  const entries = new Map<string, { key: KeyObject; until: number }>();
  return {
    get(owner: string): KeyObject | undefined {
      const entry = entries.get(owner);
      if (!entry) return undefined;
      entries.delete(owner);
      if (entry.until <= clock.now().getTime()) return undefined;
      entries.set(owner, entry);
      return entry.key;
    },
    set(owner: string, key: KeyObject): void {
      entries.set(owner, { key, until: clock.now().getTime() + KEY_TTL_MS });
      if (entries.size <= KEYS_CACHED_MAX) return;
      const oldest = entries.keys().next().value;
      if (oldest !== undefined) entries.delete(oldest);
    },
    delete(owner: string): void {
      entries.delete(owner);
    },
  };
}
