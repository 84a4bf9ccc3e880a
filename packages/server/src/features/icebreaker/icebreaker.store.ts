import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../core/db/types.ts';
import { CHOICE_SEALED_AS, icebreakerAnswers } from './icebreaker.tables.ts';

/** What a choice is sealed with. */
export const CHOICE_CONTEXT = CHOICE_SEALED_AS;

export type AnswerRow = typeof icebreakerAnswers.$inferSelect;

/** The answers of a pair, the oldest first. */
export function listAnswersOfMatch(db: Db, matchId: string): Promise<AnswerRow[]> {
  return db
    .select()
    .from(icebreakerAnswers)
    .where(eq(icebreakerAnswers.matchId, matchId))
    .orderBy(asc(icebreakerAnswers.at), asc(icebreakerAnswers.question), asc(icebreakerAnswers.userId));
}

/** Everything that a user answered, the oldest first. */
export function listAnswersOfUser(db: Db, userId: string): Promise<AnswerRow[]> {
  return db
    .select()
    .from(icebreakerAnswers)
    .where(eq(icebreakerAnswers.userId, userId))
    .orderBy(asc(icebreakerAnswers.at), asc(icebreakerAnswers.matchId), asc(icebreakerAnswers.question));
}

export async function insertAnswer(db: Db, row: AnswerRow): Promise<void> {
  await db.insert(icebreakerAnswers).values(row);
}
