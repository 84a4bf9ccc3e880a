import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { arrayLiteral } from '../../core/db/array-literal.ts';
import { isAmong, prepared } from '../../core/db/prepared.ts';
import type { Db } from '../../core/db/types.ts';
import { users } from '../auth/auth.tables.ts';
import { conversationFeatures, conversations } from '../chat/chat.tables.ts';
import { matches } from '../match/match.tables.ts';
import { photos } from '../profile/profile.tables.ts';
import { revealRequests, reveals } from './reveal.tables.ts';

export type RequestRow = typeof revealRequests.$inferSelect;

const selectReadiness = prepared(['ids'], (db, { ids }) =>
  db
    .selectDistinct({ id: users.id, isDemo: users.isDemo, hasPhoto: sql<boolean>`${photos.id} is not null` })
    .from(users)
    .leftJoin(photos, eq(photos.userId, users.id))
    .where(isAmong(users.id, ids)),
);

/** What two users' stages depend on besides their conversation. */
export function listReadiness(
  db: Db,
  userIds: string[],
): Promise<{ id: string; isDemo: boolean; hasPhoto: boolean }[]> {
  return selectReadiness(db, { ids: arrayLiteral(userIds) });
}

const selectStage = prepared(['matchId'], (db, { matchId }) =>
  db.select({ stage: reveals.stage }).from(reveals).where(eq(reveals.matchId, matchId)),
);

/** The number of the stage that both users opened. */
export async function getStage(db: Db, matchId: string): Promise<number> {
  const [row] = await selectStage(db, { matchId });
  return row?.stage ?? 0;
}

/** One user closes the last stage, so that `stage` is the last one open. */
export async function updateSteppedBack(
  db: Db,
  matchId: string,
  { stage, userId, now }: { stage: number; userId: string; now: Date },
): Promise<void> {
  await db
    .update(reveals)
    .set({ stage, updatedAt: now, steppedBackAt: now, steppedBackBy: userId })
    .where(eq(reveals.matchId, matchId));
  const closed = { requesterId: userId, stage: stage + 1, status: 'stepped_back' as const };
  await db.insert(revealRequests).values({ ...closed, matchId, createdAt: now, decidedAt: now });
}

export async function upsertStage(db: Db, matchId: string, stage: number, now: Date): Promise<void> {
  await db
    .insert(reveals)
    .values({ matchId, stage, updatedAt: now })
    .onConflictDoUpdate({
      target: reveals.matchId,
      set: { stage, updatedAt: now, steppedBackAt: null, steppedBackBy: null },
    });
}

/** Since when a stage is open for both users of a match; null when the match or the stage is closed. Locks the match. */
export async function findKeptStage(
  db: Db,
  matchId: string,
  stage: number,
): Promise<{ userIds: string[]; openedAt: Date } | null> {
  const [match] = await db
    .select({ userA: matches.userA, userB: matches.userB })
    .from(matches)
    .where(and(eq(matches.id, matchId), eq(matches.state, 'mutual')))
    .for('update');
  if (!match || (await getStage(db, matchId)) < stage) return null;
  const [opened] = await db
    .select({ at: revealRequests.decidedAt })
    .from(revealRequests)
    .where(
      and(eq(revealRequests.matchId, matchId), eq(revealRequests.stage, stage), eq(revealRequests.status, 'accepted')),
    )
    .orderBy(desc(revealRequests.decidedAt))
    .limit(1);
  return opened?.at ? { userIds: [match.userA, match.userB], openedAt: opened.at } : null;
}

const selectRequests = prepared(['matchId', 'requesterId', 'stage'], (db, { matchId, requesterId, stage }) => {
  const isOwnEnd = and(
    eq(revealRequests.requesterId, requesterId),
    eq(revealRequests.stage, stage),
    inArray(revealRequests.status, ['declined', 'withdrawn']),
  );
  const isStepBack = and(eq(revealRequests.stage, stage), eq(revealRequests.status, 'stepped_back'));
  return db
    .select()
    .from(revealRequests)
    .where(and(eq(revealRequests.matchId, matchId), or(eq(revealRequests.status, 'pending'), isOwnEnd, isStepBack)))
    .orderBy(desc(revealRequests.decidedAt));
});

/** The open request of a match, when a user's request for a stage was last declined, and last withdrawn, and the last step back from it. */
export async function findRequests(
  db: Db,
  request: Pick<RequestRow, 'matchId' | 'requesterId' | 'stage'>,
): Promise<{
  pending: RequestRow | null;
  declinedAt: Date | null;
  withdrawnAt: Date | null;
  steppedBack: { at: Date; userId: string } | null;
}> {
  const rows = await selectRequests(db, request);
  const findLast = (status: RequestRow['status']) => rows.find((row) => row.status === status) ?? null;
  const stepBack = findLast('stepped_back');
  return {
    pending: findLast('pending'),
    declinedAt: findLast('declined')?.decidedAt ?? null,
    withdrawnAt: findLast('withdrawn')?.decidedAt ?? null,
    steppedBack: stepBack && { at: stepBack.createdAt, userId: stepBack.requesterId },
  };
}

export async function insertRequest(
  db: Db,
  request: { matchId: string; requesterId: string; stage: number; createdAt: Date },
): Promise<RequestRow> {
  const [row] = await db.insert(revealRequests).values(request).returning();
  if (!row) throw new Error('insert returned no reveal request');
  return row;
}

export async function updateRequestStatus(
  db: Db,
  requestId: string,
  status: 'accepted' | 'declined' | 'withdrawn',
  now: Date,
): Promise<void> {
  await db.update(revealRequests).set({ status, decidedAt: now }).where(eq(revealRequests.id, requestId));
}

const selectPending = prepared(['userId'], (db, { userId }) =>
  db
    .select({ request: revealRequests })
    .from(revealRequests)
    .innerJoin(matches, and(eq(matches.id, revealRequests.matchId), eq(matches.state, 'mutual')))
    .where(and(eq(revealRequests.status, 'pending'), or(eq(matches.userA, userId), eq(matches.userB, userId))))
    .orderBy(desc(revealRequests.createdAt)),
);

/** Open requests in a user's matches, sent and received, newest first. */
export async function listPendingRequests(db: Db, userId: string): Promise<RequestRow[]> {
  const rows = await selectPending(db, { userId });
  return rows.map(({ request }) => request);
}

export type RevealSummary = { matchId: string; stage: number; requesterId: string | null; trustLevel: number };

/** Stage, open request and last known trust level of a user's mutual matches. */
export async function listSummaries(db: Db, userId: string): Promise<RevealSummary[]> {
  const { rows } = await db.execute<RevealSummary>(sql`
    select m.id::text as "matchId", coalesce(r.stage, 0)::int as stage, q.requester_id::text as "requesterId",
      coalesce(f.trust_level, 0)::float8 as "trustLevel"
    from matches m left join reveals r on r.match_id = m.id
      left join reveal_requests q on q.match_id = m.id and q.status = 'pending'
      left join conversations c on c.match_id = m.id
      left join conversation_features f on f.conversation_id = c.id
    where (m.lo = ${userId}::uuid or m.hi = ${userId}::uuid) and m.state = 'mutual'`);
  return rows;
}

/** What decides whether a user may ask for the next stage of a match. */
export type AskRow = RevealSummary & {
  otherId: string;
  mutualAt: Date | null;
  /** The last step back from the next stage, by either user. */
  steppedBackAt: Date | null;
  steppedBackBy: string | null;
  /** When the user's request for the next stage was last declined, and last withdrawn. */
  declinedAt: Date | null;
  withdrawnAt: Date | null;
};

const selectAskRows = prepared(['userId'], (db, { userId }) => {
  const nextStage = sql`coalesce(${reveals.stage}, 0) + 1`;
  const lastEnd = (status: 'declined' | 'withdrawn') =>
    sql<Date | null>`(
    select max(e.decided_at) from reveal_requests e
    where e.match_id = ${matches.id} and e.requester_id = ${userId}::uuid and e.status = ${status} and e.stage = ${nextStage}
  )`.mapWith(revealRequests.decidedAt);
  const lastStepBack = (column: SQL) => sql`(
    select ${column} from reveal_requests e
    where e.match_id = ${matches.id} and e.status = 'stepped_back' and e.stage = ${nextStage} order by e.decided_at desc limit 1
  )`;
  return db
    .select({
      matchId: matches.id,
      otherId: sql<string>`case when ${matches.userA} = ${userId}::uuid then ${matches.userB} else ${matches.userA} end`,
      mutualAt: matches.mutualAt,
      stage: sql<number>`coalesce(${reveals.stage}, 0)`.mapWith(Number),
      steppedBackAt: sql<Date | null>`${lastStepBack(sql`e.decided_at`)}`.mapWith(revealRequests.decidedAt),
      steppedBackBy: sql<string | null>`${lastStepBack(sql`e.requester_id::text`)}`,
      requesterId: revealRequests.requesterId,
      trustLevel: conversationFeatures.trustLevel,
      declinedAt: lastEnd('declined'),
      withdrawnAt: lastEnd('withdrawn'),
    })
    .from(matches)
    .innerJoin(conversations, eq(conversations.matchId, matches.id))
    .innerJoin(conversationFeatures, eq(conversationFeatures.conversationId, conversations.id))
    .leftJoin(reveals, eq(reveals.matchId, matches.id))
    .leftJoin(revealRequests, and(eq(revealRequests.matchId, matches.id), eq(revealRequests.status, 'pending')))
    .where(and(or(eq(matches.userA, userId), eq(matches.userB, userId)), eq(matches.state, 'mutual')));
});

/** For the user's mutual matches with messages, with the last known trust level. */
export function listAskRows(db: Db, userId: string): Promise<AskRow[]> {
  return selectAskRows(db, { userId });
}

/** Withdraws the open request of a match. */
export async function withdrawRequest(db: Db, matchId: string, now: Date): Promise<void> {
  await db
    .update(revealRequests)
    .set({ status: 'withdrawn', decidedAt: now })
    .where(and(eq(revealRequests.matchId, matchId), eq(revealRequests.status, 'pending')));
}

/** All requests and steps back made by a user, for their data export. */
export function listOwnRequests(db: Db, userId: string) {
  return db
    .select({
      match_id: revealRequests.matchId,
      stage: revealRequests.stage,
      status: revealRequests.status,
      created_at: revealRequests.createdAt,
    })
    .from(revealRequests)
    .where(eq(revealRequests.requesterId, userId));
}
