import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@soulsight/contract/time';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { type ManualClock, manualClock } from '../clock.ts';
import type { Database, Db } from '../db/types.ts';
import { decrypt, encrypt } from './aes-gcm.ts';
import { findDataKeys } from './data-keys.store.ts';
import { createVault, type Owner, UnreadableError, type Vault } from './vault.ts';

const MASTER = randomBytes(32);
let database: Database;
let db: Db;
let clock: ManualClock;
let vault: Vault;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
beforeEach(() => {
  clock = manualClock();
  vault = createVault(MASTER, clock);
});
afterAll(() => database.close());

function newOwner(): Owner {
  return `user:${crypto.randomUUID()}`;
}

describe('aes-gcm', () => {
  const key = randomBytes(32);

  it('decrypts what it encrypted', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (bytes, context) => {
        const plain = Buffer.from(bytes);
        expect(decrypt(key, encrypt(key, plain, context), context).equals(plain)).toBe(true);
      }),
    );
  });

  it('detects any changed bit', () => {
    const sealed = encrypt(key, Buffer.from('a secret text'), 'a');
    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
        const changed = Buffer.from(sealed);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(() => decrypt(key, changed, 'a')).toThrow();
      }),
    );
  });

  it('detects truncation', () => {
    const sealed = encrypt(key, Buffer.from('text'), 'a');
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => decrypt(key, sealed.subarray(0, length), 'a')).toThrow();
    }
  });

  it('never encrypts the same text to the same bytes', () => {
    const sealed = new Set(Array.from({ length: 50 }, () => encrypt(key, Buffer.from('x'), '').toString('hex')));
    expect(sealed.size).toBe(50);
  });
});

it('seals and opens texts and objects, in any script', async () => {
  const owner = newOwner();
  const text = await vault.seal(db, owner, 'Grüße, 你好, 👩‍👩‍👧');
  const object = await vault.seal(db, owner, { a: [1, null, 'ß'] });
  expect(await vault.open(db, owner, text)).toBe('Grüße, 你好, 👩‍👩‍👧');
  expect(await vault.openJson(db, owner, object)).toEqual({ a: [1, null, 'ß'] });
});

it('the sealed value does not contain the text', async () => {
  const sealed = await vault.seal(db, newOwner(), 'a secret text');
  expect(sealed.includes('secret')).toBe(false);
});

it('opens only for the owner', async () => {
  const [ann, ben] = [newOwner(), newOwner()];
  await vault.seal(db, ben, 'x');
  const sealed = await vault.seal(db, ann, 'hers');
  await expect(vault.open(db, ben, sealed)).rejects.toThrow(UnreadableError);
  await expect(vault.open(db, newOwner(), sealed)).rejects.toThrow(UnreadableError);
});

it('opens only for the context it was sealed for', async () => {
  const owner = newOwner();
  const sealed = await vault.seal(db, owner, 'x', 'profiles.work');
  await expect(vault.open(db, owner, sealed, 'profiles.first_name')).rejects.toThrow(UnreadableError);
  expect(await vault.open(db, owner, sealed, 'profiles.work')).toBe('x');
});

it('the database alone opens nothing: the data key is wrapped by the master key', async () => {
  const owner = newOwner();
  const sealed = await vault.seal(db, owner, 'x');
  const thief = createVault(randomBytes(32), clock);
  await expect(thief.open(db, owner, sealed)).rejects.toThrow();
});

it('opens values of many owners at once, with null for those it cannot read', async () => {
  const [ann, ben, gone] = [newOwner(), newOwner(), newOwner()];
  const items = [
    { owner: ben, sealed: await vault.seal(db, ben, 'his') },
    { owner: gone, sealed: await vault.seal(db, gone, 'lost') },
    { owner: ann, sealed: await vault.seal(db, ann, 'hers', 'c'), context: 'c' },
    { owner: ann, sealed: Buffer.from('not sealed at all') },
  ];
  await vault.shred(db, gone);
  expect(await vault.openMany(db, items)).toEqual(['his', null, 'hers', null]);
});

it('after shredding it cannot be opened, not even by a vault that has the key in memory', async () => {
  const owner = newOwner();
  const sealed = await vault.seal(db, owner, 'x');
  const other = createVault(MASTER, clock);
  expect(await other.open(db, owner, sealed)).toBe('x');
  await vault.shred(db, owner);
  await expect(vault.open(db, owner, sealed)).rejects.toThrow(UnreadableError);
  // Another node's cached key expires.
  clock.advance(5 * MINUTE_MS + 1);
  await expect(other.open(db, owner, sealed)).rejects.toThrow(UnreadableError);
});

it('simultaneous seals for a new owner use one key', async () => {
  const owner = newOwner();
  const other = createVault(MASTER, clock);
  const [a, b] = await Promise.all([vault.seal(db, owner, 'a'), other.seal(db, owner, 'b')]);
  expect(await vault.open(db, owner, b as Buffer)).toBe('b');
  expect(await other.open(db, owner, a as Buffer)).toBe('a');
  expect(await findDataKeys(db, [owner])).toHaveLength(1);
});

it('a key that is rolled back with its transaction is used for nothing later', async () => {
  const owner = newOwner();
  const lost = db.transaction(async (tx) => {
    await vault.seal(tx, owner, 'lost');
    await vault.seal(tx, owner, 'lost too');
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  const sealed = await vault.seal(db, owner, 'kept');
  expect(await createVault(MASTER, clock).open(db, owner, sealed)).toBe('kept');
});
