import type { FeedbackOccasion } from '@soulsight/contract/feedback';
import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../core/db/types.ts';
import { FEEDBACK_CONTEXT, feedback } from './feedback.tables.ts';

/** What an answer is sealed with. */
export const ANSWER_CONTEXT = FEEDBACK_CONTEXT;

export type FeedbackRow = typeof feedback.$inferSelect;

/** The occasions of a match that a user answered or skipped. */
export function listDoneOccasions(
  db: Db,
  matchId: string,
  raterId: string,
): Promise<{ occasion: FeedbackOccasion; at: Date }[]> {
  return db
    .select({ occasion: feedback.occasion, at: feedback.at })
    .from(feedback)
    .where(and(eq(feedback.matchId, matchId), eq(feedback.raterId, raterId)));
}

/** False when the occasion was answered or skipped before. */
export async function insertFeedback(db: Db, row: FeedbackRow): Promise<boolean> {
  const rows = await db.insert(feedback).values(row).onConflictDoNothing().returning({ matchId: feedback.matchId });
  return rows.length > 0;
}

/** The answers about a user, the oldest first. */
export async function listAnswersAbout(db: Db, ratedId: string): Promise<{ raterId: string; answer: Buffer }[]> {
  const rows = await db
    .select({ raterId: feedback.raterId, answer: feedback.answer })
    .from(feedback)
    .where(and(eq(feedback.ratedId, ratedId), isNotNull(feedback.answer)))
    .orderBy(asc(feedback.at), asc(feedback.raterId));
  return rows.flatMap(({ raterId, answer }) => (answer ? [{ raterId, answer }] : []));
}

/** Everything that a user answered or skipped, the oldest first. */
export function listFeedbackBy(db: Db, raterId: string): Promise<FeedbackRow[]> {
  return db.select().from(feedback).where(eq(feedback.raterId, raterId)).orderBy(asc(feedback.at));
}

/** Erases the answers by a user and about them. The rows stay, so that nobody is asked again. */
export async function eraseAnswers(db: Db, userId: string): Promise<void> {
  await db
    .update(feedback)
    .set({ answer: null })
    .where(or(eq(feedback.raterId, userId), eq(feedback.ratedId, userId)));
}

/** Messages since the last change of a pair's reveal stage, of the user who wrote fewer. */
export async function countMessagesSinceReveal(db: Db, matchId: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select coalesce(min(written.n), 0)::int as n from reveals r join conversations c on c.match_id = r.match_id
      cross join lateral (select (select count(*) from messages m where m.conversation_id = c.id and m.sender_id = x.user_id
        and m.created_at > r.updated_at) as n from conversation_members x where x.conversation_id = c.id) written
    where r.match_id = ${matchId}::uuid`);
  return rows[0]?.n ?? 0;
}
