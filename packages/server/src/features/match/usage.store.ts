import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { prepared } from '../../core/db/prepared.ts';
import type { Db } from '../../core/db/types.ts';
import { users } from '../auth/auth.tables.ts';
import { conversationMembers, conversations } from '../chat/chat.tables.ts';
import { dailyUsage } from './match.tables.ts';

const selectUsage = prepared(['userId', 'day'], (db, { userId, day }) =>
  db
    .select({
      used: sql<number>`coalesce(sum(${dailyUsage.matches}), 0)::int`,
      lastDay: sql<string>`coalesce(max(${dailyUsage.day}), ${day}::date)::text`,
    })
    .from(dailyUsage)
    .where(and(eq(dailyUsage.userId, userId), gte(dailyUsage.day, day))),
);

/** Matches used on a local day or later, and the last day with any. Moving west must not reset the daily allowance. */
export async function getUsage(db: Db, userId: string, day: string): Promise<{ used: number; lastDay: string }> {
  const [row] = await selectUsage(db, { userId, day });
  return row ?? { used: 0, lastDay: day };
}

/** The introductions of each local day, the latest first. */
export function listUsage(db: Db, userId: string): Promise<{ day: string; introductions: number }[]> {
  return db
    .select({ day: dailyUsage.day, introductions: dailyUsage.matches })
    .from(dailyUsage)
    .where(eq(dailyUsage.userId, userId))
    .orderBy(desc(dailyUsage.day));
}

export async function incrementUsage(db: Db, userId: string, day: string): Promise<void> {
  await db
    .insert(dailyUsage)
    .values({ userId, day, matches: 1 })
    .onConflictDoUpdate({
      target: [dailyUsage.userId, dailyUsage.day],
      set: { matches: sql`${dailyUsage.matches} + 1` },
    });
}

const selectActiveCount = prepared(['userId'], (db, { userId }) =>
  db
    .select({ active: sql<number>`count(*)::int` })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .where(and(eq(conversationMembers.userId, userId), eq(conversations.status, 'active'))),
);

export async function countActiveConversations(db: Db, userId: string): Promise<number> {
  const [row] = await selectActiveCount(db, { userId });
  return row?.active ?? 0;
}

/** Demo users answer everybody, so no limit of conversations applies to them when others start one. */
export async function isDemoUser(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.select({ isDemo: users.isDemo }).from(users).where(eq(users.id, userId));
  return row?.isDemo ?? false;
}
