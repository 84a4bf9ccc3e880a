import { removeStoredUnder, STORAGE_KEYS, STORAGE_PREFIXES, writeStored } from '../browser/storage.ts';
import { closeSystemNotifications } from '../browser/system-notifications.ts';

/**
 * Removes what this browser keeps of a user: who they are, what they have seen, what they wrote and did not send, and what the
 * system shows of them.
 */
export function forgetUser(): void {
  writeStored(STORAGE_KEYS.user, null);
  writeStored(STORAGE_KEYS.savedData, null);
  for (const prefix of Object.values(STORAGE_PREFIXES)) removeStoredUnder(prefix);
  closeSystemNotifications().catch(() => {});
  navigator.clearAppBadge?.().catch(() => {});
}
