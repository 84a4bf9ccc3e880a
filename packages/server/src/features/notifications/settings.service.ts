import {
  changeSettings,
  type NotificationSettings,
  type NotificationSettingsChange,
} from '@soulsight/contract/notifications';
import type { Db } from '../../core/db/types.ts';
import { defaultSettings, UNSUBSCRIBED } from './notifications.rules.ts';
import { findSettings, hasUser, lockSettings, updateSettings } from './notifications.store.ts';

/** Which kinds of notification reach a user by which channel, and when not. */
export function createSettingsService(db: Db) {
  /** The saved settings, with the defaults of kinds that were added later. */
  async function getSettings(userId: string, handle: Db = db): Promise<NotificationSettings> {
    const defaults = defaultSettings();
    const saved = await findSettings(handle, userId);
    return saved ? { ...saved, kinds: { ...defaults.kinds, ...saved.kinds } } : defaults;
  }

  /** Changes what is given. The rest stays as it is, whatever the page that sends the change has shown. */
  function saveSettings(userId: string, change: NotificationSettingsChange): Promise<NotificationSettings> {
    return db.transaction(async (tx) => {
      await lockSettings(tx, userId, defaultSettings());
      const settings = changeSettings(await getSettings(userId, tx), change);
      await updateSettings(tx, userId, settings);
      return settings;
    });
  }

  /** The link of an old email outlives the account: to a user who is gone, nothing is sent anyway. */
  async function unsubscribeMail(userId: string): Promise<void> {
    if (await hasUser(db, userId)) await saveSettings(userId, UNSUBSCRIBED);
  }

  return { getSettings, saveSettings, unsubscribeMail };
}
