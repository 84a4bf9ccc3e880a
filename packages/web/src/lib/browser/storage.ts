/** Keys in local storage. `session` belongs to the auth client. */
export const STORAGE_KEYS = {
  user: 'soulsight.user',
  lastActivity: 'soulsight.last-activity',
  cookieConsent: 'soulsight.cookie-consent',
  theme: 'soulsight.theme',
  auraMotion: 'soulsight.aura-motion',
  /** The id of the user who turned on push in this browser. */
  push: 'soulsight.push',
  /** The user was told once that premium undoes passes for a day. */
  undoHint: 'soulsight.undo-hint',
  /** What the signed-in user can read without a network. */
  savedData: 'soulsight.saved-data',
  session: 'soulsight.session',
  /** The user signed out on purpose: no tab reports that the session has expired. */
  signedOut: 'soulsight.signed-out',
} as const;
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
