import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
const CODE_DIGITS = 6;

/** 256 random bits, for links and codes in URLs. */
export function randomSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Six random decimal digits. */
export function randomCode(): string {
  return randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');
}

/** The stored form of a secret of full entropy. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares two texts in constant time. */
export function equalsConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

/** Keyed digests for secrets of low entropy, so that the database alone does not reveal them. */
export interface Digests {
  /** The hash of a six-digit code, bound to its purpose. */
  code(purpose: string, code: string): string;
  /** The hash of an address, for tables that must not contain it. */
  address(address: string): string;
  /** The refresh token for the id of its row. */
  refreshToken(rowId: string): string;
}

/** @param key 32 bytes, not stored in plain text in the database */
export function createDigests(key: Uint8Array): Digests {
  const mac = (label: string, text: string) =>
    createHmac('sha256', key).update(`${label}\0${text}`).digest('base64url');
  return {
    code: (purpose, code) => mac('code', `${purpose}\0${code}`),
    address: (address) => mac('address', address),
    refreshToken: (rowId) => mac('refresh-token', rowId),
  };
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
