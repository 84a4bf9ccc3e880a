import type { NotificationSettings } from '@soulsight/contract/notifications';
import type { Db } from '../../core/db/types.ts';
import { defaultSettings, withoutMail } from './notifications.rules.ts';
import { findSettings, upsertSettings } from './notifications.store.ts';

/** Which kinds of notification reach a user by which channel, and when not. */
export function createSettingsService(db: Db) {
  /** The saved settings, with the defaults of kinds that were added later. */
  async function getSettings(userId: string, handle: Db = db): Promise<NotificationSettings> {
    const defaults = defaultSettings();
    const saved = await findSettings(handle, userId);
    return saved ? { ...saved, kinds: { ...defaults.kinds, ...saved.kinds } } : defaults;
  }

  async function saveSettings(userId: string, settings: NotificationSettings): Promise<NotificationSettings> {
    await upsertSettings(db, userId, settings);
    return settings;
  }

  /** Turns off the mail of every kind. */
  async function unsubscribeMail(userId: string): Promise<void> {
    await upsertSettings(db, userId, withoutMail(await getSettings(userId)));
  }

  return { getSettings, saveSettings, unsubscribeMail };
}
