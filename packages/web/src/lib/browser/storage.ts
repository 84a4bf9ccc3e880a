/** The keys kept in local storage. The session's own key belongs to the auth client. */
export const STORAGE_KEYS = {
  user: 'soulsight.user',
  lastActivity: 'soulsight.last-activity',
  cookieConsent: 'soulsight.cookie-consent',
  theme: 'soulsight.theme',
  session: 'soulsight.session',
} as const;
export type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS];

/** Reads a key; null when absent or when the browser keeps storage closed. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a key, or removes it with null. A closed storage is not an error: the value then lives as long as the page. */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing to do without storage.
  }
}
