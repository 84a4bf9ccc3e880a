import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from 'node:crypto';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OVERHEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
const OPTIONS = { authTagLength: TAG_BYTES };

export const AES_KEY_BYTES = 32;

/** Drawing many nonces at once costs little more than drawing one. */
const NONCES_DRAWN = 512;
const nonces = Buffer.alloc(NONCE_BYTES * NONCES_DRAWN);
let noncesUsed = NONCES_DRAWN;

/** Twelve random bytes that nobody else gets, put where a sealed value has them: copied out of what was drawn, and drawn anew when it is used up. */
function writeNonce(sealed: Buffer): Buffer {
  if (noncesUsed === NONCES_DRAWN) {
    randomFillSync(nonces);
    noncesUsed = 0;
  }
  const start = NONCE_BYTES * noncesUsed++;
  nonces.copy(sealed, 1, start, start + NONCE_BYTES);
  return sealed.subarray(1, 1 + NONCE_BYTES);
}

/**
 * AES-256-GCM: version, nonce, tag, ciphertext. `context` is authenticated with it and must be the same to open. A key that
 * is used often is given as a `KeyObject`: its bytes are checked and copied once, not at each use.
 */
export function encrypt(key: Buffer | KeyObject, plaintext: Buffer, context: string): Buffer {
  const sealed = Buffer.allocUnsafe(OVERHEAD_BYTES + plaintext.length);
  sealed[0] = VERSION;
  const nonce = writeNonce(sealed);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, OPTIONS);
  cipher.setAAD(Buffer.from(context));
  sealed.set(cipher.update(plaintext), OVERHEAD_BYTES);
  cipher.final();
  sealed.set(cipher.getAuthTag(), 1 + NONCE_BYTES);
  return sealed;
}

/** @throws Error when the bytes, the key or the context are not those it was sealed with. */
export function decrypt(key: Buffer | KeyObject, sealed: Buffer, context: string): Buffer {
  if (sealed.length < OVERHEAD_BYTES || sealed[0] !== VERSION) throw new Error('Not a sealed value.');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, OVERHEAD_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, OPTIONS);
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(tag);
  const body = decipher.update(sealed.subarray(OVERHEAD_BYTES));
  decipher.final();
  return body;
}
