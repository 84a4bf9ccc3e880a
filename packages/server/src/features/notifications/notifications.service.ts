import { AppError } from '@soulsight/contract/errors';
import type { Notification, NotificationKind, NotificationSettings } from '@soulsight/contract/notifications';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { decodeCursor, toPage } from '../../core/http/cursor.ts';
import { PUSH_JOB } from './notifications.jobs.ts';
import { defaultSettings, withoutMail } from './notifications.rules.ts';
import {
  countUnread,
  deleteNotificationGroups,
  deletePushSubscription,
  findNotification,
  findSettings,
  listNotifications,
  listPushSubscriptions,
  type NotificationRow,
  updateGroupRead,
  updateRead,
  upsertNotification,
  upsertPushSubscription,
  upsertSettings,
} from './notifications.store.ts';

const ARCHIVED_MAX = 100_000;

export type NewNotification = {
  userId: string;
  kind: NotificationKind;
  title: string;
  /** Never names or shows what a reveal stage hides from the receiver. */
  body: string;
  /** Path in the app, such as `/chat/<id>`. */
  href: string;
  /** An unread notification of the same group is replaced. */
  groupKey: string;
};
export type PushSubscriptionInput = { endpoint: string; keys: { p256dh: string; auth: string } };
export type NotificationPage = { notifications: Notification[]; unread: number; next_cursor: string | null };

export interface NotificationsService {
  /** Tells a person something, as part of the caller's transaction, by the channels that they chose. */
  notify(tx: Tx, notification: NewNotification): Promise<void>;
  /** The person has seen the thing itself: its notifications are read. */
  markGroupRead(tx: Tx, userId: string, groupKey: string): Promise<void>;
  /** What these tell must not be read any more: they are gone, read or not. */
  deleteGroups(tx: Tx, userId: string, groupKeys: readonly string[]): Promise<void>;
  list(userId: string, page: { cursor?: string | undefined; limit: number }): Promise<NotificationPage>;
  /** Answers how many are left unread. @throws not_found */
  read(userId: string, id: string): Promise<number>;
  markAllRead(userId: string): Promise<number>;
  settings(userId: string, db?: Db): Promise<NotificationSettings>;
  saveSettings(userId: string, settings: NotificationSettings): Promise<NotificationSettings>;
  subscribePush(userId: string, subscription: PushSubscriptionInput): Promise<void>;
  unsubscribePush(userId: string, endpoint: string): Promise<void>;
  unsubscribeMail(userId: string): Promise<void>;
  /** Everything kept, for the person's archive. */
  archive(userId: string): Promise<unknown>;
}

export function createNotificationsService({
  db,
  clock,
  outbox,
  jobs,
}: Pick<Core, 'db' | 'clock' | 'outbox' | 'jobs'>): NotificationsService {
  /** Kinds that were added after a person chose have their defaults. */
  async function settings(userId: string, handle: Db = db): Promise<NotificationSettings> {
    const defaults = defaultSettings();
    const chosen = await findSettings(handle, userId);
    return chosen ? { ...chosen, kinds: { ...defaults.kinds, ...chosen.kinds } } : defaults;
  }

  async function notify(tx: Tx, notification: NewNotification): Promise<void> {
    const channels = (await settings(notification.userId, tx)).kinds[notification.kind];
    if (!channels.app && !channels.push && !channels.mail) return;
    const row = await upsertNotification(tx, { ...notification, inApp: channels.app, createdAt: clock.now() });
    if (channels.app) {
      const { id, title, body, href, userId } = row;
      const unread = await countUnread(tx, userId);
      await outbox.publish(tx, { to: [userId], type: 'notification', payload: { id, title, body, href, unread } });
    }
    if (channels.push)
      await jobs.send(PUSH_JOB, { notificationId: row.id, userId: row.userId }, { tx, singletonKey: row.id });
  }

  async function markGroupRead(tx: Tx, userId: string, groupKey: string): Promise<void> {
    if ((await updateGroupRead(tx, userId, groupKey, clock.now())) > 0) await publishRead(tx, userId, null);
  }

  async function deleteGroups(tx: Tx, userId: string, groupKeys: readonly string[]): Promise<void> {
    if ((await deleteNotificationGroups(tx, userId, groupKeys)) > 0) await publishRead(tx, userId, null);
  }

  async function list(userId: string, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
    const rows = await listNotifications(db, userId, { before: decodeCursor(cursor), limit: limit + 1 });
    const { items, next_cursor } = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
    return { notifications: items.map(presentNotification), unread: await countUnread(db, userId), next_cursor };
  }

  function read(userId: string, id: string): Promise<number> {
    return db.transaction(async (tx) => {
      if (!(await findNotification(tx, userId, id))) throw new AppError('not_found');
      await updateRead(tx, userId, clock.now(), id);
      return publishRead(tx, userId, id);
    });
  }

  function markAllRead(userId: string): Promise<number> {
    return db.transaction(async (tx) => {
      await updateRead(tx, userId, clock.now());
      return publishRead(tx, userId, null);
    });
  }

  /** The person's other devices count along. */
  async function publishRead(tx: Tx, userId: string, id: string | null): Promise<number> {
    const unread = await countUnread(tx, userId);
    await outbox.publish(tx, { to: [userId], type: 'notification_read', payload: { id, unread } });
    return unread;
  }

  async function saveSettings(userId: string, chosen: NotificationSettings): Promise<NotificationSettings> {
    await upsertSettings(db, userId, chosen);
    return chosen;
  }

  return {
    notify,
    markGroupRead,
    deleteGroups,
    list,
    read,
    markAllRead,
    settings,
    saveSettings,
    subscribePush: (userId, { endpoint, keys }) =>
      upsertPushSubscription(db, { userId, endpoint, keys, createdAt: clock.now() }),
    unsubscribePush: (userId, endpoint) => deletePushSubscription(db, endpoint, userId),
    archive: async (userId) => ({
      settings: await settings(userId),
      browsers: await listPushSubscriptions(db, userId),
      notifications: await listNotifications(db, userId, { before: null, limit: ARCHIVED_MAX }),
    }),
    unsubscribeMail: async (userId) => upsertSettings(db, userId, withoutMail(await settings(userId))),
  };
}

function presentNotification(row: NotificationRow): Notification {
  const { id, kind, title, body, href, createdAt, readAt } = row;
  return { id, kind, title, body, href, created_at: createdAt.toISOString(), read: readAt !== null };
}
