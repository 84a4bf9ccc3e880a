import { removeStoredUnder, STORAGE_KEYS, STORAGE_PREFIXES, writeStored } from '../browser/storage.ts';

/** Removes what this browser keeps of a user: who they are, what they have seen, and what they wrote and did not send. */
export function forgetUser(): void {
  writeStored(STORAGE_KEYS.user, null);
  writeStored(STORAGE_KEYS.savedData, null);
  for (const prefix of Object.values(STORAGE_PREFIXES)) removeStoredUnder(prefix);
}
