import { createHmac, hkdfSync } from 'node:crypto';

const HASH_CHARS = 12;

/**
 * Turns account ids into short hashes for logs. Lines of one account can be found together, but without the key the hash
 * cannot be computed from a known id.
 */
export function createAccountHash(masterKey: Buffer): (userId: string) => string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'soulsight:log-account', 32));
  return (userId) => createHmac('sha256', key).update(userId).digest('hex').slice(0, HASH_CHARS);
}
