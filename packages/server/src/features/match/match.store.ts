import { and, asc, desc, eq, gte, inArray, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import { lockName } from '../../core/db/lock-name.ts';
import { prepared } from '../../core/db/prepared.ts';
import type { Db } from '../../core/db/types.ts';
import { conversations } from '../chat/chat.tables.ts';
import { profiles } from '../profile/profile.tables.ts';
import { reveals } from '../reveal/reveal.tables.ts';
import { DECISIONS_OVER, sortPair } from './match.rules.ts';
import { matches, matchSides, openLikes } from './match.tables.ts';

export type MatchRow = typeof matches.$inferSelect;
export type SideRow = typeof matchSides.$inferSelect;
/** A match as one of its users sees it, with its active conversation and the number of its reveal stage. */
export type MatchView = {
  match: MatchRow;
  side: SideRow;
  conversationId: string | null;
  stage: number;
  /** The user let the other know of their like. */
  isLikeOpen: boolean;
};
export type ClosedBecause = NonNullable<MatchRow['closedBecause']>;
export type Scores = { compatibility: number; emotionalConnectionExpected: number | null };
type NewSide = Pick<
  SideRow,
  'matchId' | 'userId' | 'otherId' | 'reasons' | 'talkingPoints' | 'propensity' | 'ageBand' | 'distanceBand' | 'shownAt'
>;

const LISTED_MAX = 500;

/** Serializes what one user does with matches and conversations. The lock ends with the transaction. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await lockName(db, `match:${userId}`);
}

/** Returns the pair's match, inserted if necessary, and locks it. Concurrent callers get the same match. */
export async function getOrInsertMatch(
  db: Db,
  one: string,
  other: string,
  scores: Scores,
  now: Date,
): Promise<MatchRow> {
  const { userA, userB } = sortPair(one, other);
  const values = {
    userA,
    userB,
    compatibilityScore: scores.compatibility,
    emotionalConnectionExpected: scores.emotionalConnectionExpected,
    createdAt: now,
    updatedAt: now,
  };
  await db
    .insert(matches)
    .values(values)
    .onConflictDoNothing({ target: [matches.userA, matches.userB] });
  const [row] = await db
    .select()
    .from(matches)
    .where(and(eq(matches.userA, userA), eq(matches.userB, userB)))
    .for('update');
  if (!row) throw new Error('match not found after its insert');
  return row;
}

export async function lockMatch(db: Db, matchId: string): Promise<MatchRow | null> {
  const [row] = await db.select().from(matches).where(eq(matches.id, matchId)).for('update');
  return row ?? null;
}

export async function listSides(db: Db, matchId: string): Promise<SideRow[]> {
  return await db.select().from(matchSides).where(eq(matchSides.matchId, matchId));
}

/** Shows a match to a user who has not seen it. */
export async function insertSide(db: Db, side: NewSide): Promise<SideRow> {
  const [row] = await db.insert(matchSides).values(side).returning();
  if (!row) throw new Error('insert returned no match side');
  return row;
}

export async function updateScores(db: Db, matchId: string, scores: Scores, now: Date): Promise<void> {
  await db
    .update(matches)
    .set({
      compatibilityScore: scores.compatibility,
      emotionalConnectionExpected: scores.emotionalConnectionExpected,
      updatedAt: now,
    })
    .where(eq(matches.id, matchId));
}

export async function updateConnectionScore(db: Db, matchId: string, score: number | null): Promise<void> {
  await db.update(matches).set({ emotionalConnectionScore: score }).where(eq(matches.id, matchId));
}

export async function updateState(
  db: Db,
  matchId: string,
  change: { state: MatchRow['state']; closedBecause?: ClosedBecause | null; closedBy?: string | null; mutualAt?: Date },
  now: Date,
): Promise<void> {
  await db
    .update(matches)
    .set({ ...change, updatedAt: now })
    .where(eq(matches.id, matchId));
}

function selectViews(db: Db) {
  return db
    .select({
      match: matches,
      side: matchSides,
      conversationId: conversations.id,
      stage: sql<number>`coalesce(${reveals.stage}, 0)`.mapWith(Number),
      isLikeOpen: sql<boolean>`(${openLikes.userId} is not null and ${openLikes.withdrawnAt} is null)`,
    })
    .from(matchSides)
    .innerJoin(matches, eq(matches.id, matchSides.matchId))
    .leftJoin(openLikes, and(eq(openLikes.matchId, matchSides.matchId), eq(openLikes.userId, matchSides.userId)))
    .leftJoin(conversations, and(eq(conversations.matchId, matches.id), eq(conversations.status, 'active')))
    .leftJoin(reveals, eq(reveals.matchId, matches.id));
}

const selectView = prepared(['userId', 'matchId'], (db, { userId, matchId }) =>
  selectViews(db).where(and(eq(matchSides.userId, userId), eq(matchSides.matchId, matchId))),
);
const selectViewWith = prepared(['userA', 'userB', 'userId'], (db, { userA, userB, userId }) =>
  selectViews(db).where(and(eq(matches.userA, userA), eq(matches.userB, userB), eq(matchSides.userId, userId))),
);
const selectListed = prepared(['userId'], (db, { userId }) =>
  selectViews(db)
    .where(
      and(
        eq(matchSides.userId, userId),
        ne(matches.state, 'closed'),
        notInArray(matchSides.decision, [...DECISIONS_OVER]),
      ),
    )
    .orderBy(desc(sql`greatest(${matchSides.shownAt}, ${matchSides.decidedAt}, ${matches.mutualAt})`), matches.id)
    .limit(LISTED_MAX),
);

/** A user's view of one match, open or closed; null when it was never shown to them. */
export async function findMatchView(db: Db, userId: string, matchId: string): Promise<MatchView | null> {
  const [row] = await selectView(db, { userId, matchId });
  return row ?? null;
}

/** As `findMatchView`, of the match with another user. */
export async function findMatchViewWith(db: Db, userId: string, otherId: string): Promise<MatchView | null> {
  const { userA, userB } = sortPair(userId, otherId);
  const [row] = await selectViewWith(db, { userA, userB, userId });
  return row ?? null;
}

/**
 * The matches listed for a user, the most recent first: by what this user saw and decided and by when it became mutual. Nothing
 * that the other user did alone moves a match in the list.
 */
export async function listMatchViews(db: Db, userId: string): Promise<MatchView[]> {
  return await selectListed(db, { userId });
}

/** Suggestions that a user passed since then and that neither reached the behavioural profile nor ended otherwise, newest first. */
export async function listPassed(db: Db, userId: string, since: Date): Promise<MatchView[]> {
  const isUndoable = or(eq(matches.state, 'open'), inArray(matches.closedBecause, [...DECISIONS_OVER]));
  return await selectViews(db)
    .where(
      and(
        ...[eq(matchSides.userId, userId), eq(matchSides.decision, 'passed'), isUndoable],
        ...[isNull(matchSides.learnedAt), gte(matchSides.decidedAt, since)],
      ),
    )
    .orderBy(desc(matchSides.decidedAt), matches.id)
    .limit(LISTED_MAX);
}

/** A user's undecided suggestions, the oldest first. */
export async function listUndecided(db: Db, userId: string): Promise<MatchView[]> {
  return await selectViews(db)
    .where(and(eq(matchSides.userId, userId), eq(matches.state, 'open'), eq(matchSides.decision, 'undecided')))
    .orderBy(matchSides.shownAt, matches.id)
    .limit(LISTED_MAX);
}

/** Those of `otherIds` whom the user can still meet: the account is active, neither blocked the other, ready accounts meet demo users only. */
export async function filterAvailable(
  db: Db,
  userId: string,
  otherIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (otherIds.length === 0) return new Set();
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.user_id::text as id from profiles p join users u on u.id = p.user_id
    where p.user_id in ${[...otherIds]} and p.discoverable and u.deleted_at is null
      and not u.is_ready_account and (u.is_demo or not exists (select 1 from users me where me.id = ${userId}::uuid and me.is_ready_account))
      and (u.banned_until is null or u.banned_until <= ${now.toISOString()}::timestamptz)
      and not exists (select 1 from blocks x where (x.user_id = p.user_id and x.blocked_id = ${userId}::uuid)
        or (x.user_id = ${userId}::uuid and x.blocked_id = p.user_id))`);
  return new Set(rows.map(({ id }) => id));
}

/** Ids of a user's matches that are not closed. */
export async function listActiveMatchIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: matches.id })
    .from(matches)
    .where(and(or(eq(matches.userA, userId), eq(matches.userB, userId)), ne(matches.state, 'closed')));
  return rows.map(({ id }) => id);
}

/** Ids of the users with whom a user has a mutual match. */
export async function listMutualPartners(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ userA: matches.userA, userB: matches.userB })
    .from(matches)
    .where(and(or(eq(matches.userA, userId), eq(matches.userB, userId)), eq(matches.state, 'mutual')));
  return rows.map(({ userA, userB }) => (userA === userId ? userB : userA));
}

/** The other users of a user's matches that ended for the user since then, the last one first, with the reveal stage at the end. */
export async function listClosedPartners(
  db: Db,
  userId: string,
  since: Date,
): Promise<{ userId: string; stage: number; closedAt: Date }[]> {
  const isOver = inArray(matchSides.decision, [...DECISIONS_OVER]);
  // What the other user does after one's own end of it must not move it in the list.
  const endedAt = sql`case when ${isOver} then coalesce(${matchSides.decidedAt}, ${matches.updatedAt}) else ${matches.updatedAt} end`;
  return await db
    .select({
      userId: matchSides.otherId,
      stage: sql<number>`coalesce(${reveals.stage}, 0)`.mapWith(Number),
      closedAt: sql<Date>`${endedAt}`.mapWith(matches.updatedAt),
    })
    .from(matchSides)
    .innerJoin(matches, eq(matches.id, matchSides.matchId))
    .leftJoin(reveals, eq(reveals.matchId, matches.id))
    .where(and(eq(matchSides.userId, userId), or(eq(matches.state, 'closed'), isOver), gte(endedAt, since)))
    .orderBy(desc(endedAt), matches.id)
    .limit(LISTED_MAX);
}

/** A side in a list by a time of it. */
export type SidePlace = { at: Date; matchId: string; userId: string };
export type SidePage = { after: SidePlace | null; limit: number };

/** Behind the last side of the page before, in the order of `at`, match and user. */
export function isBeyond(at: typeof matchSides.shownAt | typeof matchSides.decidedAt, after: SidePlace | null) {
  if (!after) return undefined;
  return sql`(${at}, ${matchSides.matchId}, ${matchSides.userId})
    > (${after.at.toISOString()}::timestamptz, ${after.matchId}::uuid, ${after.userId}::uuid)`;
}

/** A page of the suggestions of open matches that were shown before the given time and have not been decided, the oldest first. */
export async function listStaleSuggestions(
  db: Db,
  { shownBefore, ...page }: { shownBefore: Date } & SidePage,
): Promise<SidePlace[]> {
  return await db
    .select({ at: matchSides.shownAt, matchId: matchSides.matchId, userId: matchSides.userId })
    .from(matches)
    .innerJoin(matchSides, eq(matchSides.matchId, matches.id))
    .where(
      and(
        sql`${matchSides.decision} = 'undecided'`,
        eq(matches.state, 'open'),
        lt(matchSides.shownAt, shownBefore),
        isBeyond(matchSides.shownAt, page.after),
      ),
    )
    .orderBy(asc(matchSides.shownAt), asc(matchSides.matchId), asc(matchSides.userId))
    .limit(page.limit);
}

/** Takes an undecided match away from one user, who may be shown it again. The other user's side stays as it is. */
export async function deleteSide(db: Db, matchId: string, userId: string): Promise<void> {
  await db.delete(matchSides).where(and(eq(matchSides.matchId, matchId), eq(matchSides.userId, userId)));
}

/** Whether a user can be introduced to others. */
export async function findDiscoverability(
  db: Db,
  userId: string,
): Promise<{ discoverable: boolean; paused: boolean; searchChangedAt: Date | null } | null> {
  const [row] = await db
    .select({
      discoverable: profiles.discoverable,
      paused: profiles.paused,
      searchChangedAt: profiles.searchChangedAt,
    })
    .from(profiles)
    .where(eq(profiles.userId, userId));
  return row ?? null;
}

/**
 * Settings for the rest of the transaction: a time limit per statement in milliseconds (0 for none), one core, and no JIT, which
 * costs more than it saves when many users search at once.
 */
export async function configureSearch(db: Db, ms: number): Promise<void> {
  await db.execute(sql`select set_config('statement_timeout', ${String(ms)}, true), set_config('jit', 'off', true),
    set_config('max_parallel_workers_per_gather', '0', true)`);
}

/** Later statements of the transaction have the usual time limit again. */
export async function resetStatementTimeout(db: Db): Promise<void> {
  await db.execute(sql`set local statement_timeout to default`);
}

/** Everything that a user was shown or decided, oldest first. */
export async function listUserSides(db: Db, userId: string): Promise<SideRow[]> {
  return await db.select().from(matchSides).where(eq(matchSides.userId, userId)).orderBy(matchSides.shownAt);
}

/** Whether the user was ever shown to another user. */
export async function wasShown(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ viewerId: matchSides.userId })
    .from(matchSides)
    .where(eq(matchSides.otherId, userId))
    .limit(1);
  return rows.length > 0;
}
