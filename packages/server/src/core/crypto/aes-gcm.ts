import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from 'node:crypto';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OVERHEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
const OPTIONS = { authTagLength: TAG_BYTES };

export const AES_KEY_BYTES = 32;

/** Generating many nonces at once costs little more than generating one. */
const NONCES_GENERATED = 512;
const nonces = Buffer.alloc(NONCE_BYTES * NONCES_GENERATED);
let noncesUsed = NONCES_GENERATED;

/** Copies the next unused nonce to its place in a sealed value, and returns it. */
function writeNonce(sealed: Buffer): Buffer {
  if (noncesUsed === NONCES_GENERATED) {
    randomFillSync(nonces);
    noncesUsed = 0;
  }
  const start = NONCE_BYTES * noncesUsed++;
  nonces.copy(sealed, 1, start, start + NONCE_BYTES);
  return sealed.subarray(1, 1 + NONCE_BYTES);
}

/**
 * AES-256-GCM. Returns version (1 byte), nonce (12), tag (16), ciphertext. `context` is authenticated, and must be the same to
 * decrypt. Pass a key that is used often as a `KeyObject`, which is checked and copied only once.
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

/** @throws Error if the bytes, the key or the context differ from those of `encrypt`. */
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
