import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../core/db/types.ts';
import { matches, matchSides, openLikes } from '../match.tables.ts';

/** An open like that its receiver may see. `isMet`: they have a suggestion of the user who likes, and have not decided. */
export type OpenLikeRow = { matchId: string; likedBy: string; isMet: boolean };

const LISTED_MAX = 200;

/** Whether a like was let known before; `isOpen` is false after it was taken back. */
export async function findOpenLike(db: Db, matchId: string, userId: string): Promise<{ isOpen: boolean } | null> {
  const [row] = await db
    .select({ withdrawnAt: openLikes.withdrawnAt })
    .from(openLikes)
    .where(and(eq(openLikes.matchId, matchId), eq(openLikes.userId, userId)));
  return row ? { isOpen: row.withdrawnAt === null } : null;
}

export async function insertOpenLike(
  db: Db,
  like: { matchId: string; userId: string; otherId: string; toldAt: Date; excludedAt: Date | null },
): Promise<void> {
  await db.insert(openLikes).values(like);
}

/** When a user let others know of likes since the given time, the earliest first; those that were taken back count. */
export async function listTellTimes(db: Db, userId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .select({ toldAt: openLikes.toldAt })
    .from(openLikes)
    .where(and(eq(openLikes.userId, userId), gt(openLikes.toldAt, since)))
    .orderBy(openLikes.toldAt);
  return rows.map(({ toldAt }) => toldAt);
}

/** When a user let others know of their likes, by match, whether or not they took the like back. */
export async function listOwnOpenLikes(db: Db, userId: string): Promise<Map<string, Date>> {
  const rows = await db
    .select({ matchId: openLikes.matchId, toldAt: openLikes.toldAt })
    .from(openLikes)
    .where(eq(openLikes.userId, userId));
  return new Map(rows.map(({ matchId, toldAt }) => [matchId, toldAt]));
}

/** Who was let know of a like in a match. */
export async function listReceivers(db: Db, matchId: string): Promise<string[]> {
  const rows = await db.select({ otherId: openLikes.otherId }).from(openLikes).where(eq(openLikes.matchId, matchId));
  return rows.map(({ otherId }) => otherId);
}

/** Takes an open like back, if there is one. */
export async function withdrawOpenLike(db: Db, matchId: string, userId: string, now: Date): Promise<void> {
  await db
    .update(openLikes)
    .set({ withdrawnAt: now })
    .where(and(eq(openLikes.matchId, matchId), eq(openLikes.userId, userId), isNull(openLikes.withdrawnAt)));
}

/** Which of `others` blocked an address of the user (`byThem`), and the address of which the user blocked (`byUser`). */
export async function listContactBlocked(
  db: Db,
  userId: string,
  others: readonly string[],
): Promise<{ byThem: Set<string>; byUser: Set<string> }> {
  if (others.length === 0) return { byThem: new Set(), byUser: new Set() };
  const { rows } = await db.execute<{ blocker: string; blocked: string }>(sql`
    select c.user_id::text as blocker, k.user_id::text as blocked
    from contact_blocks c join account_marks k on k.digest = c.digest
    where (c.user_id = ${userId}::uuid and k.user_id in ${[...others]}) or (k.user_id = ${userId}::uuid and c.user_id in ${[...others]})`);
  return {
    byThem: new Set(rows.filter(({ blocked }) => blocked === userId).map(({ blocker }) => blocker)),
    byUser: new Set(rows.filter(({ blocker }) => blocker === userId).map(({ blocked }) => blocked)),
  };
}

/** Keeps open likes out for good. */
export async function excludeOpenLikes(db: Db, userId: string, likedBy: readonly string[], now: Date): Promise<void> {
  if (likedBy.length === 0) return;
  await db
    .update(openLikes)
    .set({ excludedAt: now })
    .where(and(eq(openLikes.otherId, userId), inArray(openLikes.userId, [...likedBy]), isNull(openLikes.excludedAt)));
}

/**
 * The open likes for a user who has not decided about the one who likes, the oldest first. `toldAfter` bounds those of users whom
 * they have not met; the others live as long as the suggestion.
 */
export async function listOpenLikes(db: Db, userId: string, toldAfter: Date): Promise<OpenLikeRow[]> {
  const mine = alias(matchSides, 'mine');
  const theirs = alias(matchSides, 'theirs');
  return await db
    .select({
      matchId: openLikes.matchId,
      likedBy: openLikes.userId,
      isMet: sql<boolean>`${mine.userId} is not null`,
    })
    .from(openLikes)
    .innerJoin(matches, and(eq(matches.id, openLikes.matchId), eq(matches.state, 'open')))
    .innerJoin(
      theirs,
      and(eq(theirs.matchId, openLikes.matchId), eq(theirs.userId, openLikes.userId), eq(theirs.decision, 'liked')),
    )
    .leftJoin(mine, and(eq(mine.matchId, openLikes.matchId), eq(mine.userId, openLikes.otherId)))
    .where(
      and(
        eq(openLikes.otherId, userId),
        isNull(openLikes.withdrawnAt),
        or(
          eq(mine.decision, 'undecided'),
          and(isNull(mine.userId), isNull(openLikes.excludedAt), gt(openLikes.toldAt, toldAfter)),
        ),
      ),
    )
    .orderBy(openLikes.toldAt, openLikes.matchId)
    .limit(LISTED_MAX);
}
