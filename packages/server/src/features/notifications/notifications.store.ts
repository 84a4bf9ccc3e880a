import type { NotificationKind, NotificationSettings } from '@soulsight/contract/notifications';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  min,
  ne,
  notInArray,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { lockName } from '../../core/db/lock-name.ts';
import { prepared } from '../../core/db/prepared.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { sessions, users } from '../auth/auth.tables.ts';
import { profiles } from '../profile/profile.tables.ts';
import { type digestLimits, MAILED_BY_DEFAULT } from './notifications.rules.ts';
import { notificationSettings, notifications, pushSubscriptions } from './notifications.tables.ts';

export type NotificationRow = typeof notifications.$inferSelect;
export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect;

/** New since an email told of it. */
const isUnmailed = or(isNull(notifications.mailedAt), lt(notifications.mailedAt, notifications.createdAt));

type NewRow = Omit<typeof notifications.$inferInsert, 'id'>;

/**
 * Stores a notification in place of an unread one of the same group. For messages a read one is replaced too: a conversation
 * has one notification, about its latest message.
 */
export async function upsertNotification(tx: Tx, row: NewRow): Promise<NotificationRow> {
  const replaced = await replaceNotification(tx, row);
  if (replaced) return replaced;
  // Two transactions that both found none would store two.
  await lockNotificationGroup(tx, row.userId, row.groupKey);
  const replacedMeanwhile = await replaceNotification(tx, row);
  if (replacedMeanwhile) return replacedMeanwhile;
  const [made] = await tx.insert(notifications).values(row).returning();
  return made as NotificationRow;
}

/** Keeps others from storing the first notification of a group until the transaction ends. */
export async function lockNotificationGroup(tx: Tx, userId: string, groupKey: string): Promise<void> {
  await lockName(tx, `notification:${userId}:${groupKey}`);
}

async function replaceNotification(db: Db, row: NewRow): Promise<NotificationRow | undefined> {
  const [replaced] = await db
    .update(notifications)
    .set({ ...row, mailedAt: row.mailedAt ?? null, readAt: null, shownAt: null })
    .where(
      and(
        eq(notifications.userId, row.userId),
        eq(notifications.groupKey, row.groupKey),
        or(isNull(notifications.readAt), eq(notifications.kind, 'message')),
      ),
    )
    .returning();
  return replaced;
}

function selectShown(db: Db, userId: string | Placeholder, limit: number | Placeholder, isOlder?: SQL) {
  return db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.inApp, true), isOlder))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit);
}

const selectFirstShown = prepared(['userId', 'limit'], (db, { userId, limit }) => selectShown(db, userId, limit));

/** Those that are shown in the app, newest first; `before` is the last one of the previous page. */
export function listNotifications(
  db: Db,
  userId: string,
  { before, limit }: { before: { at: Date; id: string } | null; limit: number },
): Promise<NotificationRow[]> {
  if (!before) return selectFirstShown(db, { userId, limit });
  const isOlder = or(
    lt(notifications.createdAt, before.at),
    and(eq(notifications.createdAt, before.at), lt(notifications.id, before.id)),
  );
  return selectShown(db, userId, limit, isOlder);
}

/** All notifications, whatever their channel, newest first. */
export function listAllNotifications(db: Db, userId: string, limit: number): Promise<NotificationRow[]> {
  return db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit);
}

const selectUnreadCount = prepared(['userId'], (db, { userId }) =>
  db
    .select({ n: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.inApp, true), isNull(notifications.readAt))),
);

export async function countUnread(db: Db, userId: string): Promise<number> {
  const [row] = await selectUnreadCount(db, { userId });
  return row?.n ?? 0;
}

export async function findNotification(db: Db, userId: string, id: string): Promise<NotificationRow | undefined> {
  const [row] = await db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.id, id)));
  return row;
}

/** Whether there is a notification of the group, read or not; with `since`, a later one. */
export async function hasNotificationGroup(db: Db, userId: string, groupKey: string, since?: Date): Promise<boolean> {
  const rows = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.groupKey, groupKey),
        since && gt(notifications.createdAt, since),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Marks one (or, without an id, all) as read. */
export async function updateRead(db: Db, userId: string, at: Date, id?: string): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: at })
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        id === undefined ? undefined : eq(notifications.id, id),
      ),
    );
}

/** Marks a notification as shown, unless a newer one than the page shows has taken its place. */
export async function updateShown(
  db: Db,
  { userId, id, createdAt, at }: { userId: string; id: string; createdAt: Date | undefined; at: Date },
): Promise<void> {
  await db
    .update(notifications)
    .set({ shownAt: at })
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.id, id),
        createdAt && lte(notifications.createdAt, createdAt),
      ),
    );
}

/** Marks those of one group as read, and returns how many were unread. */
export async function updateGroupRead(db: Db, userId: string, groupKey: string, at: Date): Promise<number> {
  const rows = await db
    .update(notifications)
    .set({ readAt: at })
    .where(and(eq(notifications.userId, userId), eq(notifications.groupKey, groupKey), isNull(notifications.readAt)))
    .returning({ id: notifications.id });
  return rows.length;
}

/** Deletes those of some groups, and returns how many there were. */
export async function deleteNotificationGroups(db: Db, userId: string, groupKeys: readonly string[]): Promise<number> {
  const rows = await db
    .delete(notifications)
    .where(and(eq(notifications.userId, userId), inArray(notifications.groupKey, [...groupKeys])))
    .returning({ id: notifications.id });
  return rows.length;
}

/**
 * Deletes notifications of all users that were read before a time, or never and made before another. Those of insights stay as long as
 * their user: they remember that a conversation has had its one.
 * @returns how many it deleted, at most `limit`
 */
export async function deleteOldNotifications(
  db: Db,
  before: { read: Date; unread: Date },
  limit: number,
): Promise<number> {
  const isOld = and(
    ne(notifications.kind, 'insight'),
    or(
      lt(notifications.readAt, before.read),
      and(isNull(notifications.readAt), lt(notifications.createdAt, before.unread)),
    ),
  );
  const old = db.select({ id: notifications.id }).from(notifications).where(isOld).limit(limit);
  const deleted = await db
    .delete(notifications)
    // Checked again: a new event may have renewed the notification since it was selected.
    .where(and(inArray(notifications.id, old), isOld))
    .returning({ id: notifications.id });
  return deleted.length;
}

export async function findSettings(db: Db, userId: string): Promise<NotificationSettings | undefined> {
  const [row] = await db
    .select({ settings: notificationSettings.settings })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));
  return row?.settings;
}

export async function hasUser(db: Db, userId: string): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  return rows.length > 0;
}

/** Keeps the settings of a user from being changed by others until the transaction ends; stores `initial` where there are none. */
export async function lockSettings(tx: Tx, userId: string, initial: NotificationSettings): Promise<void> {
  await tx.insert(notificationSettings).values({ userId, settings: initial }).onConflictDoNothing();
  await tx
    .select({ userId: notificationSettings.userId })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId))
    .for('update');
}

export async function updateSettings(tx: Tx, userId: string, settings: NotificationSettings): Promise<void> {
  await tx.update(notificationSettings).set({ settings }).where(eq(notificationSettings.userId, userId));
}

/** A browser has one subscription, which belongs to the user who signed in last. */
export async function upsertPushSubscription(db: Db, row: typeof pushSubscriptions.$inferInsert): Promise<void> {
  await db
    .insert(pushSubscriptions)
    .values(row)
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: {
        userId: row.userId,
        sessionId: row.sessionId,
        keys: row.keys,
        createdAt: row.createdAt,
        failures: 0,
      },
    });
}

/** Deletes the subscriptions of a user except for the newest `kept`. */
export async function deleteOldPushSubscriptions(db: Db, userId: string, kept: number): Promise<void> {
  const newest = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .limit(kept);
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), notInArray(pushSubscriptions.id, newest)));
}

export async function findPushSubscription(db: Db, userId: string, id: string): Promise<PushSubscriptionRow | null> {
  const [row] = await db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.id, id)));
  return row ?? null;
}

/** Counts another notification that a browser could not be sent, and returns how many that are in a row. */
export async function incrementPushFailures(db: Db, id: string): Promise<number> {
  const [row] = await db
    .update(pushSubscriptions)
    .set({ failures: sql`${pushSubscriptions.failures} + 1` })
    .where(eq(pushSubscriptions.id, id))
    .returning({ failures: pushSubscriptions.failures });
  return row?.failures ?? 0;
}

export async function resetPushFailures(db: Db, id: string): Promise<void> {
  await db
    .update(pushSubscriptions)
    .set({ failures: 0 })
    .where(and(eq(pushSubscriptions.id, id), gt(pushSubscriptions.failures, 0)));
}

/** Keeps the session from ending until the transaction ends. False if it has ended. */
export async function lockLiveSession(tx: Tx, sessionId: string, userId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .for('key share');
  return rows.length > 0;
}

/** Deletes the subscriptions whose session is not known. */
export async function deleteUnboundPushSubscriptions(db: Db, userId: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), isNull(pushSubscriptions.sessionId)));
}

export function listPushSubscriptions(db: Db, userId: string): Promise<PushSubscriptionRow[]> {
  return db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt));
}

export async function deletePushSubscription(db: Db, endpoint: string, userId?: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.endpoint, endpoint),
        userId === undefined ? undefined : eq(pushSubscriptions.userId, userId),
      ),
    );
}

/** Where `notifications` is joined with the settings of its user. */
const isMailed = sql`coalesce((${notificationSettings.settings}->'kinds'->${notifications.kind}->>'mail')::boolean, ${inArray(notifications.kind, [...MAILED_BY_DEFAULT])})`;

/**
 * Users who are away and have unread notifications since then that were not mailed, of kinds that they get by email, in pages by user id.
 * All that decides but the quiet hours: most users with something unread turned mail off, or got a digest a moment ago.
 */
export function listDigestCandidates(
  db: Db,
  page: { since: Date; afterUserId: string | null; limit: number } & ReturnType<typeof digestLimits>,
) {
  const { awaySince, digestedUntil, oldestUntil } = page;
  const recentDigest = sql`select 1 from notifications d
    where d.user_id = ${notifications.userId} and d.digested_at > ${digestedUntil.toISOString()}::timestamptz`;
  return db
    .select({
      userId: notifications.userId,
      email: users.email,
      timezone: profiles.timezone,
      lastActiveAt: profiles.lastActiveAt,
    })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .innerJoin(profiles, eq(profiles.userId, notifications.userId))
    .leftJoin(notificationSettings, eq(notificationSettings.userId, notifications.userId))
    .where(
      and(
        isNull(notifications.readAt),
        isUnmailed,
        isMailed,
        or(isNull(profiles.lastActiveAt), lte(profiles.lastActiveAt, awaySince)),
        sql`not exists (${recentDigest})`,
        isNotNull(users.emailConfirmedAt),
        isNotNull(users.email),
        isNull(users.deletedAt),
        eq(users.isDemo, false),
        gt(notifications.createdAt, page.since),
        page.afterUserId === null ? undefined : gt(notifications.userId, page.afterUserId),
      ),
    )
    .groupBy(notifications.userId, users.email, profiles.timezone, profiles.lastActiveAt)
    .having(lte(min(notifications.createdAt), oldestUntil))
    .orderBy(asc(notifications.userId))
    .limit(page.limit);
}

export async function findLastDigestAt(db: Db, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(notifications.digestedAt) })
    .from(notifications)
    .where(eq(notifications.userId, userId));
  return row?.at ?? null;
}

/** Where an account gets its email: its confirmed address. Null for demo users, too. */
export async function findMailAddress(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ email: users.email })
    .from(users)
    .where(
      and(eq(users.id, userId), isNotNull(users.emailConfirmedAt), isNull(users.deletedAt), eq(users.isDemo, false)),
    );
  return row?.email ?? null;
}

export function listUnmailed(
  db: Db,
  { userId, kinds, since }: { userId: string; kinds: readonly NotificationKind[]; since: Date },
): Promise<NotificationRow[]> {
  return db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        isUnmailed,
        gt(notifications.createdAt, since),
        inArray(notifications.kind, [...kinds]),
      ),
    )
    .orderBy(desc(notifications.createdAt));
}

/** Marks notifications as named in a digest; returns the ids of those that nobody had marked or read before. */
export async function claimUnmailed(db: Db, ids: readonly string[], at: Date): Promise<Set<string>> {
  const claimed = await db
    .update(notifications)
    .set({ mailedAt: at, digestedAt: at })
    .where(and(inArray(notifications.id, [...ids]), isNull(notifications.readAt), isUnmailed))
    .returning({ id: notifications.id });
  return new Set(claimed.map(({ id }) => id));
}
