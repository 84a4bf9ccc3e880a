import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../core/db/types.ts';
import { matches } from '../match/match.tables.ts';
import { revealRequests, reveals } from './reveal.tables.ts';

export type RequestRow = typeof revealRequests.$inferSelect;

/** The stage that both opened, 0 to 4. */
export async function getStage(db: Db, matchId: string): Promise<number> {
  const [row] = await db.select({ stage: reveals.stage }).from(reveals).where(eq(reveals.matchId, matchId));
  return row?.stage ?? 0;
}

export async function upsertStage(db: Db, matchId: string, stage: number, now: Date): Promise<void> {
  await db
    .insert(reveals)
    .values({ matchId, stage, updatedAt: now })
    .onConflictDoUpdate({ target: reveals.matchId, set: { stage, updatedAt: now } });
}

export async function findPendingRequest(db: Db, matchId: string): Promise<RequestRow | null> {
  const [row] = await db
    .select()
    .from(revealRequests)
    .where(and(eq(revealRequests.matchId, matchId), eq(revealRequests.status, 'pending')));
  return row ?? null;
}

/** The request of a person for a stage that was declined last. */
export async function findLastDeclined(
  db: Db,
  { matchId, requesterId, stage }: { matchId: string; requesterId: string; stage: number },
): Promise<RequestRow | null> {
  const [row] = await db
    .select()
    .from(revealRequests)
    .where(
      and(
        eq(revealRequests.matchId, matchId),
        eq(revealRequests.requesterId, requesterId),
        eq(revealRequests.stage, stage),
        eq(revealRequests.status, 'declined'),
      ),
    )
    .orderBy(desc(revealRequests.decidedAt))
    .limit(1);
  return row ?? null;
}

export async function insertRequest(
  db: Db,
  request: { matchId: string; requesterId: string; stage: number; createdAt: Date },
): Promise<RequestRow> {
  const [row] = await db.insert(revealRequests).values(request).returning();
  if (!row) throw new Error('a reveal request was not stored');
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

/** Open requests in the matches of a person, their own and the others'. */
export async function listPendingRequests(db: Db, userId: string): Promise<RequestRow[]> {
  const rows = await db
    .select({ request: revealRequests })
    .from(revealRequests)
    .innerJoin(matches, and(eq(matches.id, revealRequests.matchId), eq(matches.state, 'mutual')))
    .where(and(eq(revealRequests.status, 'pending'), or(eq(matches.lo, userId), eq(matches.hi, userId))))
    .orderBy(desc(revealRequests.createdAt));
  return rows.map(({ request }) => request);
}

export type RevealSummary = { matchId: string; stage: number; requesterId: string | null; trustLevel: number };

/** Stage, open request and the last known trust level of a person's mutual matches. */
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

/** Ends everything of a match: stage 0 for both, no open request. */
export async function resetReveal(db: Db, matchIds: readonly string[], now: Date): Promise<void> {
  if (matchIds.length === 0) return;
  const ids = [...matchIds];
  await db.update(reveals).set({ stage: 0, updatedAt: now }).where(inArray(reveals.matchId, ids));
  await db
    .update(revealRequests)
    .set({ status: 'withdrawn', decidedAt: now })
    .where(and(inArray(revealRequests.matchId, ids), eq(revealRequests.status, 'pending')));
}
