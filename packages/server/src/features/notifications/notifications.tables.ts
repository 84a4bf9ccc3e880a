import type { NotificationKind, NotificationSettings } from '@soulsight/contract/notifications';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant, sealedText } from '../../core/db/columns.ts';
import { sessions, users } from '../auth/auth.tables.ts';

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NotificationKind>().notNull(),
    title: sealedText('title').notNull(),
    body: sealedText('body').notNull(),
    href: text('href').notNull(),
    /** An unread notification is replaced by a newer one of the same group. */
    groupKey: text('group_key').notNull(),
    /** False if the user wants this kind only by push or mail. */
    inApp: boolean('in_app').notNull().default(true),
    readAt: instant('read_at'),
    /** When an open page showed it; a push is then not needed. */
    shownAt: instant('shown_at'),
    /** When an email announced it: a digest, or an email of its own. */
    mailedAt: instant('mailed_at'),
    /** When a digest last listed it. Kept when a newer notification of the group replaces it. */
    digestedAt: instant('digested_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('notifications_user').on(t.userId, t.createdAt)],
);

export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  settings: jsonb('settings').$type<NotificationSettings>().notNull(),
});

export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The session that subscribed; the subscription ends with it. Null for subscriptions from before this column existed. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    keys: jsonb('keys').$type<{ p256dh: string; auth: string }>().notNull(),
    /** Notifications in a row that the push service did not accept in time. */
    failures: integer('failures').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('push_subscriptions_endpoint').on(t.endpoint),
    index('push_subscriptions_user').on(t.userId),
    index('push_subscriptions_session').on(t.sessionId),
  ],
);
