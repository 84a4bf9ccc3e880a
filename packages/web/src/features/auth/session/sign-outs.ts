import { sha256 } from '@noble/hashes/sha2.js';
import { postAuthSignOut } from '@soulsight/contract/auth';
import { MINUTE_MS } from '@soulsight/contract/time';
import { readStored, STORAGE_KEYS, writeStored } from '../../../lib/browser/storage.ts';

export type SignOutScope = 'global' | 'local';

/** A sign-out that the server has not confirmed. It contains nothing that could continue the session. */
interface SignOut {
  /** SHA-256 of the refresh token, base64url. */
  hash: string;
  scope: SignOutScope;
  /** Milliseconds since 1970. */
  at: number;
}

/** How many sign-outs are kept; the oldest are dropped. */
const KEPT_MAX = 5;
const RETRY_MS = MINUTE_MS;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Tells the server that the user has signed out: now, or once it can be reached, also after a restart of the browser. */
export async function reportSignOut(refreshToken: string, scope: SignOutScope): Promise<void> {
  const at = Date.now();
  write([...read(), { hash: hashToken(refreshToken), scope, at }].slice(-KEPT_MAX));
  await sendSignOuts();
}

/** Sends the sign-outs that the server has not confirmed; retries every minute while it cannot be reached. */
export async function sendSignOuts(): Promise<void> {
  clearTimeout(retry);
  for (const signOut of read()) if (await send(signOut)) write(read().filter(({ hash }) => hash !== signOut.hash));
  if (read().length > 0) retry = setTimeout(() => void sendSignOuts(), RETRY_MS);
}

/** @returns whether the server has given its final answer */
async function send({ hash, scope, at }: SignOut): Promise<boolean> {
  const seconds_ago = Math.max(0, Math.round((Date.now() - at) / 1_000));
  try {
    const { ok, status } = await fetch(postAuthSignOut.path, {
      method: postAuthSignOut.method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ refresh_token_hash: hash, scope, seconds_ago }),
      // The page may be closed right after.
      keepalive: true,
    });
    return ok || status === 400;
  } catch {
    return false;
  }
}

/** The form in which the server stores a token. The browser's own digest is missing over plain HTTP. */
function hashToken(token: string): string {
  return btoa(String.fromCharCode(...sha256(new TextEncoder().encode(token))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function read(): SignOut[] {
  try {
    const stored: unknown = JSON.parse(readStored(STORAGE_KEYS.signOuts) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSignOut) : [];
  } catch {
    return [];
  }
}

function isSignOut(value: unknown): value is SignOut {
  const { hash, scope, at } = (value ?? {}) as Partial<SignOut>;
  return typeof hash === 'string' && (scope === 'global' || scope === 'local') && typeof at === 'number';
}

function write(signOuts: readonly SignOut[]): void {
  writeStored(STORAGE_KEYS.signOuts, signOuts.length === 0 ? null : JSON.stringify(signOuts));
}
