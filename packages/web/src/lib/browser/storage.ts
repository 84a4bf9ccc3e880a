/** Keys in local storage. `session` belongs to the auth client. */
export const STORAGE_KEYS = {
  user: 'soulsight.user',
  lastActivity: 'soulsight.last-activity',
  cookieConsent: 'soulsight.cookie-consent',
  theme: 'soulsight.theme',
  auraMotion: 'soulsight.aura-motion',
  /** The id of the user who turned on push in this browser. */
  push: 'soulsight.push',
  /** What the signed-in user can read without a network. */
  savedData: 'soulsight.saved-data',
  session: 'soulsight.session',
  /** The id of the session that the user ended on purpose: no tab reports that it has expired, and no tab continues it. */
  signedOut: 'soulsight.signed-out',
  /** Sign-outs that the server has not heard of. */
  signOuts: 'soulsight.sign-outs',
} as const;
/** Keys that begin so belong to one conversation or message of the signed-in user. */
export const STORAGE_PREFIXES = { draft: 'soulsight.draft.', outgoing: 'soulsight.outgoing.' } as const;
export type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS];

/** Reads a key; null when absent or when the browser blocks storage. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a key, or removes it with null. Does nothing when the browser blocks storage. */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is blocked.
  }
}

/** Keys of this tab's session storage, which ends with the tab. */
type SessionKey = 'soulsight.closed-payment-note' | 'soulsight.pages' | 'soulsight.scroll';

/** Reads a key of this tab; null when absent or when the browser blocks storage. */
export function readInTab(key: SessionKey): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a key of this tab. Does nothing when the browser blocks storage. */
export function writeInTab(key: SessionKey, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Storage is blocked.
  }
}

/** Removes all keys that begin so. Does nothing when the browser blocks storage. */
export function removeStoredUnder(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Storage is blocked.
  }
}
