import { AppError } from '@soulsight/contract/errors';
import type {
  Notification,
  NotificationKind,
  NotificationSettings,
  NotificationSettingsChange,
} from '@soulsight/contract/notifications';
import { DAY_MS } from '@soulsight/contract/time';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { decodeCursor, toPage } from '../../core/http/cursor.ts';
import { type OpenNotification, openNotifications, sealNotification } from './notification-text.ts';
import {
  countUnread,
  deleteOldNotifications,
  findNotification,
  hasNotificationGroup,
  listAllNotifications,
  listNotifications,
  listPushSubscriptions,
  lockNotificationGroup,
  updateShown,
  upsertNotification,
} from './notifications.store.ts';
import { createOwnMails, type OwnMail } from './own-mail.ts';
import { PUSH_JOB } from './push-job.ts';
import { createPushSubscriptions, type PushSubscriptionInput } from './push-subscriptions.ts';
import { createReadMarks } from './read-marks.ts';
import { createSettingsService } from './settings.service.ts';

const ARCHIVED_MAX = 100_000;
const READ_KEPT_MS = 90 * DAY_MS;
const UNREAD_KEPT_MS = 180 * DAY_MS;
/** Old notifications that one statement deletes. */
const OLD_PART = 5_000;

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
  ownMail?: OwnMail;
};
export type NotificationPage = { notifications: Notification[]; unread: number; next_cursor: string | null };

export interface NotificationsService {
  /** Notifies a user on the channels of their settings, as part of the caller's transaction. */
  notify(tx: Tx, notification: NewNotification): Promise<void>;
  /** Does the same unless there is a notification of the group, read or not; with `since`, a later one. Returns whether it did. */
  notifyOnce(tx: Tx, notification: NewNotification, since?: Date): Promise<boolean>;
  /** Marks the notifications of a group as read: the user has seen what they are about. */
  markGroupRead(tx: Tx, userId: string, groupKey: string): Promise<void>;
  /** Whether the user has a notification of a group, read or not. */
  hasGroup(userId: string, groupKey: string): Promise<boolean>;
  /** Deletes notifications whose text must not be read any more, read or not. */
  deleteGroups(tx: Tx, userId: string, groupKeys: readonly string[]): Promise<void>;
  list(userId: string, page: { cursor?: string | undefined; limit: number }): Promise<NotificationPage>;
  /** Returns the number of unread ones left. @throws not_found */
  markRead(userId: string, id: string): Promise<number>;
  markAllRead(userId: string): Promise<number>;
  /** An open page shows it as it was at `createdAt`, so it needs no push. @throws not_found */
  markShown(userId: string, id: string, createdAt?: Date): Promise<void>;
  getSettings(userId: string, db?: Db): Promise<NotificationSettings>;
  /** Changes what is given and returns all settings. */
  saveSettings(userId: string, change: NotificationSettingsChange): Promise<NotificationSettings>;
  /** Sends pushes to a browser until the session ends. @throws session_expired; bad_request unless its address is public */
  subscribePush(caller: { userId: string; sessionId: string }, subscription: PushSubscriptionInput): Promise<void>;
  /** Removes the push subscriptions that end with no particular session. */
  removeUnboundPush(tx: Db, userId: string): Promise<void>;
  unsubscribePush(userId: string, endpoint: string): Promise<void>;
  /** Turns off the mail of every kind but `KEPT_BY_UNSUBSCRIBE`. */
  unsubscribeMail(userId: string): Promise<void>;
  /** Deletes what was read 90 days ago, or has waited unread for 180. */
  sweepOld(): Promise<void>;
  /** All data of a user, for their archive. */
  archive(userId: string): Promise<unknown>;
}

export function createNotificationsService({
  db,
  clock,
  outbox,
  jobs,
  vault,
  publicCalls,
  ...core
}: Pick<
  Core,
  'db' | 'clock' | 'outbox' | 'jobs' | 'vault' | 'publicCalls' | 'config' | 'mailer'
>): NotificationsService {
  const settings = createSettingsService(db);
  const sendOwnMail = createOwnMails(core);

  async function notify(tx: Tx, { ownMail, ...notification }: NewNotification): Promise<void> {
    if (ownMail) await sendOwnMail(tx, notification, ownMail);
    const channels = (await settings.getSettings(notification.userId, tx)).kinds[notification.kind];
    if (!channels.app && !channels.push && !channels.mail) return;
    const { userId: owner, title, body } = notification;
    const createdAt = clock.now();
    const row = await upsertNotification(tx, {
      ...notification,
      ...(await sealNotification(vault, tx, owner, { title, body })),
      inApp: channels.app,
      createdAt,
      ...(ownMail && { mailedAt: createdAt }),
    });
    if (channels.app) {
      const { id, kind, href, userId } = row;
      const unread = await countUnread(tx, userId);
      const payload = { id, kind, title, body, href, created_at: row.createdAt.toISOString(), unread };
      await outbox.publish(tx, { to: [userId], type: 'notification', payload });
    }
    if (channels.push)
      await jobs.send(PUSH_JOB, { notificationId: row.id, userId: row.userId }, { tx, singletonKey: row.id });
  }

  async function notifyOnce(tx: Tx, notification: NewNotification, since?: Date): Promise<boolean> {
    const { userId, groupKey } = notification;
    await lockNotificationGroup(tx, userId, groupKey);
    if (await hasNotificationGroup(tx, userId, groupKey, since)) return false;
    await notify(tx, notification);
    return true;
  }

  async function list(userId: string, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
    const rows = await listNotifications(db, userId, { before: decodeCursor(cursor), limit: limit + 1 });
    const { items, next_cursor } = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
    const opened = await openNotifications(vault, db, items);
    return { notifications: opened.map(presentNotification), unread: await countUnread(db, userId), next_cursor };
  }

  return {
    notify,
    notifyOnce,
    ...createReadMarks({ db, clock, outbox }),
    sweepOld: () => sweepOld({ db, clock }),
    hasGroup: (userId, groupKey) => hasNotificationGroup(db, userId, groupKey),
    list,
    ...settings,
    async markShown(userId, id, createdAt) {
      if (!(await findNotification(db, userId, id))) throw new AppError('not_found');
      await updateShown(db, { userId, id, createdAt, at: clock.now() });
    },
    ...createPushSubscriptions({ db, clock, publicCalls }),
    archive: async (userId) => ({
      settings: await settings.getSettings(userId),
      browsers: await listPushSubscriptions(db, userId),
      notifications: await openNotifications(vault, db, await listAllNotifications(db, userId, ARCHIVED_MAX)),
    }),
  };
}

/** In parts, so that no statement takes minutes where millions are old. */
async function sweepOld({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  const before = { read: new Date(now - READ_KEPT_MS), unread: new Date(now - UNREAD_KEPT_MS) };
  while ((await deleteOldNotifications(db, before, OLD_PART)) === OLD_PART);
}

function presentNotification(row: OpenNotification): Notification {
  const { id, kind, title, body, href, createdAt, readAt } = row;
  return { id, kind, title, body, href, created_at: createdAt.toISOString(), read: readAt !== null };
}
