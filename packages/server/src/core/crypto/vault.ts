import type { KeyObject } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/types.ts';
import { decrypt, encrypt } from './aes-gcm.ts';
import { createKeyRing } from './key-ring.ts';

/** The owner of a data key: `user:<id>`, `conversation:<id>`, `report:<id>`, or `system:<purpose>` for the product's own values. */
export type Owner = `${'user' | 'conversation' | 'report' | 'system'}:${string}`;

export interface SealedItem {
  owner: Owner;
  sealed: Buffer;
  context?: string | undefined;
}

export interface PlainItem {
  owner: Owner;
  plaintext: unknown;
  context?: string | undefined;
}

/** A sealed value cannot be read: it was changed, belongs to another owner, or its owner's key was shredded. */
export class UnreadableError extends Error {
  constructor(owner: string, cause?: unknown) {
    super(`A sealed value of ${owner} cannot be read.`, { cause });
    this.name = 'UnreadableError';
  }
}

/**
 * Envelope encryption at rest: each owner has a data key, which the master key wraps. A value opens only for the owner and the
 * context (such as a column's name) that it was sealed with.
 */
export interface Vault {
  /** Seals a text, or anything else as JSON. Creates the owner's data key if there is none. */
  seal(db: Db, owner: Owner, plaintext: unknown, context?: string): Promise<Buffer>;
  /** Seals several values of one owner. */
  sealMany(db: Db, owner: Owner, plaintexts: unknown[], context?: string): Promise<Buffer[]>;
  /** Seals values of any owners with one lookup of their keys. Same order. */
  sealEach(db: Db, items: PlainItem[]): Promise<Buffer[]>;
  /**
   * Loads keys into the cache before a transaction that seals for these owners. Inside it a recent key is not cached, and would
   * be looked up and unwrapped each time. Resolves to whether all of them have a key.
   */
  prepare(db: Db, owners: readonly Owner[]): Promise<boolean>;
  /** @throws UnreadableError */
  open(db: Db, owner: Owner, sealed: Buffer, context?: string): Promise<string>;
  /** @throws UnreadableError */
  openJson<T>(db: Db, owner: Owner, sealed: Buffer, context?: string): Promise<T>;
  /** Opens values of any owners with one lookup of their keys; null for one that cannot be read. Same order. */
  openMany(db: Db, items: SealedItem[]): Promise<(string | null)[]>;
  /**
   * Destroys the owner's data key for good: everything sealed for them becomes unreadable, in every copy. Never seal for the
   * same owner again.
   */
  shred(db: Db, owner: Owner): Promise<void>;
}

function toAad(owner: string, context = ''): string {
  return `${owner}|${context}`;
}

function toBytes(plaintext: unknown): Buffer {
  return Buffer.from(typeof plaintext === 'string' ? plaintext : JSON.stringify(plaintext));
}

export function createVault(masterKey: Buffer, clock: Clock): Vault {
  const { findKeys, getOrCreateKey, shred } = createKeyRing(masterKey, clock);

  function sealMany(db: Db, owner: Owner, plaintexts: unknown[], context?: string) {
    return sealEach(
      db,
      plaintexts.map((plaintext) => ({ owner, plaintext, context })),
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
      const keys = await findKeys(db, owners);
      return owners.every((owner) => keys.has(owner));
    },
    open,
    openJson: async <T>(db: Db, owner: Owner, sealed: Buffer, context?: string) =>
      JSON.parse(await open(db, owner, sealed, context)) as T,
    openMany,
    shred,
  };
}
