import type { Reason } from '@soulsight/contract/bgp';
import { and, desc, eq, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../core/db/types.ts';
import { conversations } from '../chat/chat.tables.ts';
import { profiles } from '../profile/profile.tables.ts';
import { reveals } from '../reveal/reveal.tables.ts';
import { sortPair } from './match.rules.ts';
import { matches, matchSides } from './match.tables.ts';

export type MatchRow = typeof matches.$inferSelect;
export type SideRow = typeof matchSides.$inferSelect;
/** A match as one of the two sees it, with the conversation and the reveal's stage that belong to it. */
export type MatchView = { match: MatchRow; side: SideRow; conversationId: string | null; stage: number };
export type ClosedBecause = NonNullable<MatchRow['closedBecause']>;
export type Scores = { compatibility: number; emotionalConnectionExpected: number };
export type SideInput = { reasons: Reason[]; talkingPoints: string[]; propensity: number };

const LISTED_MAX = 500;

/** Makes everything that one person does to their matches wait for one another, until the transaction ends. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`match:${userId}`}, 0))`);
}

/** Finds the pair's match or makes it, and locks it. Two who do it at once get the same one. */
export async function getOrInsertMatch(
  db: Db,
  one: string,
  other: string,
  scores: Scores,
  now: Date,
): Promise<MatchRow> {
  const pair = sortPair(one, other);
  const values = {
    ...pair,
    compatibilityScore: scores.compatibility,
    emotionalConnectionExpected: scores.emotionalConnectionExpected,
    createdAt: now,
    updatedAt: now,
  };
  await db
    .insert(matches)
    .values(values)
    .onConflictDoNothing({ target: [matches.lo, matches.hi] });
  const [row] = await db
    .select()
    .from(matches)
    .where(and(eq(matches.lo, pair.lo), eq(matches.hi, pair.hi)))
    .for('update');
  if (!row) throw new Error('a match vanished while it was made');
  return row;
}

export async function lockMatch(db: Db, matchId: string): Promise<MatchRow | null> {
  const [row] = await db.select().from(matches).where(eq(matches.id, matchId)).for('update');
  return row ?? null;
}

export async function listSides(db: Db, matchId: string): Promise<SideRow[]> {
  return await db.select().from(matchSides).where(eq(matchSides.matchId, matchId));
}

/** Shows a match to a person; a side that stands is left as it is. */
export async function insertSide(
  db: Db,
  match: { matchId: string; userId: string; otherId: string; at: Date },
  input: SideInput,
): Promise<void> {
  const { at: shownAt, ...ids } = match;
  await db
    .insert(matchSides)
    .values({ ...ids, ...input, shownAt })
    .onConflictDoNothing();
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

type Decided = { decision: 'liked' | 'passed' | 'undecided'; decisionMs: number | null; passReason: string | null };

export async function updateDecision(
  db: Db,
  matchId: string,
  userId: string,
  decided: Decided,
  at: Date | null,
): Promise<void> {
  await db
    .update(matchSides)
    .set({ ...decided, decidedAt: at })
    .where(and(eq(matchSides.matchId, matchId), eq(matchSides.userId, userId)));
}

export async function updateState(
  db: Db,
  matchId: string,
  change: { state: MatchRow['state']; closedBecause?: ClosedBecause | null; mutualAt?: Date },
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
    })
    .from(matchSides)
    .innerJoin(matches, eq(matches.id, matchSides.matchId))
    .leftJoin(conversations, and(eq(conversations.matchId, matches.id), eq(conversations.status, 'active')))
    .leftJoin(reveals, eq(reveals.matchId, matches.id));
}

/** A person's view of one match, closed or not; null where it was never shown to them. */
export async function findMatchView(db: Db, userId: string, matchId: string): Promise<MatchView | null> {
  const [row] = await selectViews(db).where(and(eq(matchSides.userId, userId), eq(matchSides.matchId, matchId)));
  return row ?? null;
}

/** Everything that is listed for a person, the last changed first. */
export async function listMatchViews(db: Db, userId: string): Promise<MatchView[]> {
  return await selectViews(db)
    .where(and(eq(matchSides.userId, userId), ne(matches.state, 'closed'), ne(matchSides.decision, 'passed')))
    .orderBy(desc(matches.updatedAt), matches.id)
    .limit(LISTED_MAX);
}

/** A person's suggestions that wait for their decision, the oldest first. */
export async function listUndecided(db: Db, userId: string): Promise<MatchView[]> {
  return await selectViews(db)
    .where(and(eq(matchSides.userId, userId), eq(matches.state, 'open'), eq(matchSides.decision, 'undecided')))
    .orderBy(matchSides.shownAt, matches.id)
    .limit(LISTED_MAX);
}

/** Ids of those among `otherIds` who can still be met by a person: there, and no block between the two. */
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
      and (u.banned_until is null or u.banned_until <= ${now.toISOString()}::timestamptz)
      and not exists (select 1 from blocks x where (x.user_id = p.user_id and x.blocked_id = ${userId}::uuid)
        or (x.user_id = ${userId}::uuid and x.blocked_id = p.user_id))`);
  return new Set(rows.map(({ id }) => id));
}

export async function findMatchBetween(db: Db, one: string, other: string): Promise<MatchRow | null> {
  const { lo, hi } = sortPair(one, other);
  const [row] = await db
    .select()
    .from(matches)
    .where(and(eq(matches.lo, lo), eq(matches.hi, hi)));
  return row ?? null;
}

/** Ids of the matches of a person that are not closed. */
export async function listActiveMatchIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: matches.id })
    .from(matches)
    .where(and(or(eq(matches.lo, userId), eq(matches.hi, userId)), ne(matches.state, 'closed')));
  return rows.map(({ id }) => id);
}

/** The people whom a person has a mutual match with. */
export async function listMutualPartners(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ lo: matches.lo, hi: matches.hi })
    .from(matches)
    .where(and(or(eq(matches.lo, userId), eq(matches.hi, userId)), eq(matches.state, 'mutual')));
  return rows.map(({ lo, hi }) => (lo === userId ? hi : lo));
}

/** Open matches that nobody likes and that were last shown before an instant. */
export async function listStaleSuggestions(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: matches.id })
    .from(matches)
    .innerJoin(matchSides, eq(matchSides.matchId, matches.id))
    .where(eq(matches.state, 'open'))
    .groupBy(matches.id)
    .having(
      sql`max(${matchSides.shownAt}) < ${before.toISOString()}::timestamptz and bool_and(${matchSides.decision} = 'undecided')`,
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Decisions that have not reached the behavioural profiles, made before an instant. */
export async function listUnlearnedDecisions(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ matchId: string; userId: string }[]> {
  return await db
    .select({ matchId: matchSides.matchId, userId: matchSides.userId })
    .from(matchSides)
    .where(
      and(
        isNull(matchSides.learnedAt),
        inArray(matchSides.decision, ['liked', 'passed']),
        lt(matchSides.decidedAt, before),
      ),
    )
    .limit(limit);
}

/** Takes a decision for learning, once: null when it was taken before, or can still be (or was) taken back. */
export async function claimForLearning(
  db: Db,
  of: { matchId: string; userId: string; now: Date; passedBefore: Date },
): Promise<SideRow | null> {
  const isSettled = or(
    eq(matchSides.decision, 'liked'),
    and(eq(matchSides.decision, 'passed'), lte(matchSides.decidedAt, of.passedBefore)),
  );
  const [row] = await db
    .update(matchSides)
    .set({ learnedAt: of.now })
    .where(
      and(
        eq(matchSides.matchId, of.matchId),
        eq(matchSides.userId, of.userId),
        isNull(matchSides.learnedAt),
        isSettled,
      ),
    )
    .returning();
  return row ?? null;
}

/** Takes a match away that nobody decided; the two may meet again. */
export async function deleteMatch(db: Db, matchId: string): Promise<void> {
  await db.delete(matches).where(eq(matches.id, matchId));
}

/** Whether a person can be introduced to others at all. */
export async function findDiscoverability(
  db: Db,
  userId: string,
): Promise<{ discoverable: boolean; paused: boolean } | null> {
  const [row] = await db
    .select({ discoverable: profiles.discoverable, paused: profiles.paused })
    .from(profiles)
    .where(eq(profiles.userId, userId));
  return row ?? null;
}

/**
 * How the rest of this transaction searches: for so many milliseconds a statement and no longer, 0 for any time; on one core and
 * without compiling the query, which costs more than it saves where many search at once.
 */
export async function configureSearch(db: Db, ms: number): Promise<void> {
  await db.execute(sql`select set_config('statement_timeout', ${String(ms)}, true), set_config('jit', 'off', true),
    set_config('max_parallel_workers_per_gather', '0', true)`);
}

export async function updateReasons(db: Db, matchId: string, userId: string, reasons: Reason[]): Promise<void> {
  await db
    .update(matchSides)
    .set({ reasons })
    .where(and(eq(matchSides.matchId, matchId), eq(matchSides.userId, userId)));
}

/** Everything that a person was shown or decided, oldest first. */
export async function listUserSides(db: Db, userId: string): Promise<SideRow[]> {
  return await db.select().from(matchSides).where(eq(matchSides.userId, userId)).orderBy(matchSides.shownAt);
}
