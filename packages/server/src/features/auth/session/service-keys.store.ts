import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { JWK } from 'jose';
import type { Clock } from '../../../core/clock.ts';
import type { Vault } from '../../../core/crypto/vault.ts';
import type { Db } from '../../../core/db/types.ts';
import { authKeys } from '../auth.tables.ts';
import { generateSigningJwk } from './signing-keys.ts';

const OWNER = 'system:auth';
const DIGEST_KEY_BYTES = 32;

export interface ServiceKeys {
  signing: JWK[];
  digest: Buffer;
}

/** Loads the service's own keys, or creates them on the first start. Every node of the database gets the same ones. */
export async function loadServiceKeys(db: Db, vault: Vault, clock: Clock): Promise<ServiceKeys> {
  const loadOrCreate = async (name: string, make: () => Promise<string>): Promise<string> => {
    const [known] = await db.select().from(authKeys).where(eq(authKeys.name, name));
    if (known) return vault.open(db, OWNER, known.sealed, name);
    const sealed = await vault.seal(db, OWNER, await make(), name);
    await db.insert(authKeys).values({ name, sealed, createdAt: clock.now() }).onConflictDoNothing();
    const [first] = await db.select().from(authKeys).where(eq(authKeys.name, name));
    if (!first) throw new Error(`the key ${name} was not stored`);
    return vault.open(db, OWNER, first.sealed, name);
  };
  const signing = await loadOrCreate('signing', async () => JSON.stringify([await generateSigningJwk()]));
  const digest = await loadOrCreate('digest', async () => randomBytes(DIGEST_KEY_BYTES).toString('base64'));
  return { signing: JSON.parse(signing) as JWK[], digest: Buffer.from(digest, 'base64') };
}
