import { and, desc, eq, inArray, isNotNull, lt, ne, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/types.ts';
import { wingmanModelCalls } from '../wingman.tables.ts';

export type ModelCallRow = typeof wingmanModelCalls.$inferSelect;

/** Null where this request was already made: it is never charged twice. */
export async function insertModelCall(
  db: Db,
  row: typeof wingmanModelCalls.$inferInsert,
): Promise<ModelCallRow | null> {
  const [inserted] = await db.insert(wingmanModelCalls).values(row).onConflictDoNothing().returning();
  return inserted ?? null;
}

/** What a user's calls of a day used, those still running at their reserved maximum. */
export async function sumModelCalls(db: Db, userId: string, day: string): Promise<{ tokens: number; cost: number }> {
  const [sum] = await db
    .select({
      tokens: sql<number>`coalesce(sum(${wingmanModelCalls.tokens}), 0)::int`,
      cost: sql<number>`coalesce(sum(${wingmanModelCalls.costMicro}), 0)::float8`,
    })
    .from(wingmanModelCalls)
    .where(and(eq(wingmanModelCalls.userId, userId), eq(wingmanModelCalls.day, day)));
  return { tokens: Number(sum?.tokens ?? 0), cost: Number(sum?.cost ?? 0) };
}

export async function updateModelCall(
  db: Db,
  id: string,
  change: Partial<Pick<ModelCallRow, 'status' | 'tokens' | 'costMicro' | 'written'>>,
): Promise<void> {
  await db.update(wingmanModelCalls).set(change).where(eq(wingmanModelCalls.id, id));
}

export async function deleteModelCall(db: Db, id: string): Promise<void> {
  await db.delete(wingmanModelCalls).where(eq(wingmanModelCalls.id, id));
}

export async function deleteModelCallsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(wingmanModelCalls).where(lt(wingmanModelCalls.createdAt, before));
}

/** Erases what was sent in calls for these matches, of both users, and what was written. The calls still count for the day. */
export async function eraseSent(db: Db, matchIds: SQLWrapper): Promise<void> {
  const erased = { sent: ERASED, written: null };
  await db.update(wingmanModelCalls).set(erased).where(inArray(wingmanModelCalls.matchId, matchIds));
}

const ERASED = Buffer.alloc(0);

/** Erases what was written where only what was sent was erased, as by a node of a version that did not store what was written. */
export async function eraseLeftWritten(db: Db): Promise<void> {
  await db
    .update(wingmanModelCalls)
    .set({ written: null })
    .where(and(eq(wingmanModelCalls.sent, ERASED), isNotNull(wingmanModelCalls.written)));
}

/** A call for a request; null if there is none, or what it quotes was erased. */
export async function findModelCall(
  db: Db,
  { userId, matchId, requestId }: Pick<ModelCallRow, 'userId' | 'matchId' | 'requestId'>,
): Promise<ModelCallRow | null> {
  const [row] = await db
    .select()
    .from(wingmanModelCalls)
    .where(
      and(
        eq(wingmanModelCalls.userId, userId),
        eq(wingmanModelCalls.requestId, requestId),
        eq(wingmanModelCalls.matchId, matchId),
        ne(wingmanModelCalls.sent, ERASED),
      ),
    );
  return row ?? null;
}

/** The calls of a user for a match, newest first. */
export function listModelCalls(db: Db, userId: string, matchId: string, limit: number): Promise<ModelCallRow[]> {
  return db
    .select()
    .from(wingmanModelCalls)
    .where(
      and(
        eq(wingmanModelCalls.userId, userId),
        eq(wingmanModelCalls.matchId, matchId),
        ne(wingmanModelCalls.sent, ERASED),
      ),
    )
    .orderBy(desc(wingmanModelCalls.createdAt), desc(wingmanModelCalls.id))
    .limit(limit);
}

export function listAllModelCalls(db: Db, userId: string): Promise<ModelCallRow[]> {
  return db
    .select()
    .from(wingmanModelCalls)
    .where(and(eq(wingmanModelCalls.userId, userId), ne(wingmanModelCalls.sent, ERASED)))
    .orderBy(wingmanModelCalls.createdAt);
}
