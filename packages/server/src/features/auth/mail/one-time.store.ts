import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/types.ts';
import { flowStates, mailPauses, type OneTimeType, oneTimeTokens, users } from '../auth.tables.ts';

export type OneTimeRow = typeof oneTimeTokens.$inferSelect;
export type FlowRow = typeof flowStates.$inferSelect;

export async function insertOneTime(db: Db, row: typeof oneTimeTokens.$inferInsert): Promise<void> {
  await db.insert(oneTimeTokens).values(row);
}

/** Invalidates the codes of earlier emails; their links stay valid. */
export async function updateCodesRetired(db: Db, address: string, type: OneTimeType): Promise<void> {
  await db
    .update(oneTimeTokens)
    .set({ codeHash: null })
    .where(and(eq(oneTimeTokens.relatesTo, address), eq(oneTimeTokens.type, type), isNotNull(oneTimeTokens.codeHash)));
}

/** A link's row with the account's pending new address, without using it up. */
export async function findLink(
  db: Db,
  tokenHash: string,
  types: readonly OneTimeType[],
  now: Date,
): Promise<
  (Pick<OneTimeRow, 'type' | 'relatesTo' | 'codeHash' | 'flowStateId' | 'data'> & { newEmail: string | null }) | null
> {
  const { type, relatesTo, codeHash, flowStateId, data } = oneTimeTokens;
  const [row] = await db
    .select({ type, relatesTo, codeHash, flowStateId, data, newEmail: users.newEmail })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(and(eq(oneTimeTokens.tokenHash, tokenHash), inArray(type, [...types]), gt(oneTimeTokens.expiresAt, now)));
  return row ?? null;
}

/** Locks the user of a link until the transaction ends. */
export async function lockUserOfToken(tx: Db, tokenHash: string): Promise<void> {
  await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(oneTimeTokens, eq(oneTimeTokens.userId, users.id))
    .where(eq(oneTimeTokens.tokenHash, tokenHash))
    .for('update', { of: users });
}

/** Deletes and returns a link's row. Of two concurrent requests only one gets it. */
export async function deleteOneTimeByToken(
  db: Db,
  tokenHash: string,
  types: readonly OneTimeType[],
  now: Date,
): Promise<OneTimeRow | null> {
  const [row] = await db
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.tokenHash, tokenHash),
        inArray(oneTimeTokens.type, [...types]),
        gt(oneTimeTokens.expiresAt, now),
        isNotNull(oneTimeTokens.userId),
      ),
    )
    .returning();
  return row ?? null;
}

/** Counts an attempt on each valid code of the address, and returns their rows. */
export async function recordCodeAttempts(
  db: Db,
  address: string,
  types: readonly OneTimeType[],
  limits: { now: Date; maxAttempts: number },
): Promise<OneTimeRow[]> {
  return db
    .update(oneTimeTokens)
    .set({ attempts: sql`${oneTimeTokens.attempts} + 1` })
    .where(
      and(
        eq(oneTimeTokens.relatesTo, address),
        inArray(oneTimeTokens.type, [...types]),
        isNotNull(oneTimeTokens.codeHash),
        gt(oneTimeTokens.expiresAt, limits.now),
        lt(oneTimeTokens.attempts, limits.maxAttempts),
      ),
    )
    .returning();
}

export async function deleteOneTime(db: Db, id: string): Promise<OneTimeRow | null> {
  const [row] = await db.delete(oneTimeTokens).where(eq(oneTimeTokens.id, id)).returning();
  return row ?? null;
}

/** The newest row of a type for a user. */
export async function findNewestOneTime(db: Db, userId: string, type: OneTimeType): Promise<OneTimeRow | null> {
  const [row] = await db
    .select()
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.type, type)))
    .orderBy(desc(oneTimeTokens.createdAt))
    .limit(1);
  return row ?? null;
}

/** Deletes what remains of the email whose link led to a flow. */
export async function deleteOneTimesByFlow(db: Db, userId: string, flowId: string): Promise<void> {
  await db.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.flowStateId, flowId)));
}

/** @param types by default all but `undo`: those must outlive what a thief changes */
export async function deleteOneTimes(db: Db, userId: string, types?: readonly OneTimeType[]): Promise<void> {
  await db
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        types ? inArray(oneTimeTokens.type, [...types]) : ne(oneTimeTokens.type, 'undo'),
      ),
    );
}

/**
 * Records that an address gets an email now, unless it got one less than `pauseMs` ago.
 * @returns null if it was recorded, else the time of the last email
 */
export async function upsertMailPause(db: Db, addressHash: string, now: Date, pauseMs: number): Promise<Date | null> {
  const before = new Date(now.getTime() - pauseMs);
  const [claimed] = await db
    .insert(mailPauses)
    .values({ addressHash, lastAt: now })
    .onConflictDoUpdate({
      target: mailPauses.addressHash,
      set: { lastAt: now },
      setWhere: lte(mailPauses.lastAt, before),
    })
    .returning();
  if (claimed) return null;
  const [row] = await db.select().from(mailPauses).where(eq(mailPauses.addressHash, addressHash));
  return row?.lastAt ?? null;
}

export async function insertFlow(db: Db, row: typeof flowStates.$inferInsert): Promise<string> {
  const [inserted] = await db.insert(flowStates).values(row).returning({ id: flowStates.id });
  if (!inserted) throw new Error('a flow was not inserted');
  return inserted.id;
}

/** Gives a flow the code that its client will exchange, bound to the user's epoch. Null if there is no flow or it has a code. */
export async function updateFlowCode(
  db: Db,
  flowId: string,
  change: { userId: string; codeHash: string; method: string; now: Date },
): Promise<FlowRow | null> {
  const [row] = await db
    .update(flowStates)
    .set({
      userId: change.userId,
      epoch: selectEpoch(change.userId),
      codeHash: change.codeHash,
      method: change.method,
      codeIssuedAt: change.now,
    })
    .where(and(eq(flowStates.id, flowId), isNull(flowStates.codeHash)))
    .returning();
  return row ?? null;
}

/** A user's current epoch, as a value in a statement. */
export function selectEpoch(userId: string) {
  return sql<number>`(select epoch from users where id = ${userId}::uuid)`;
}

export async function findFlowByCode(db: Db, codeHash: string): Promise<FlowRow | null> {
  const [row] = await db.select().from(flowStates).where(eq(flowStates.codeHash, codeHash));
  return row ?? null;
}

/** Deletes and returns a flow. Of two concurrent exchanges only one gets it. */
export async function deleteFlow(db: Db, id: string): Promise<FlowRow | null> {
  const [row] = await db.delete(flowStates).where(eq(flowStates.id, id)).returning();
  return row ?? null;
}

/** Deletes expired tokens, flows and throttling records. */
export async function deleteExpiredOneTimes(db: Db, now: Date, flowsBefore: Date): Promise<void> {
  await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, now));
  await db.delete(flowStates).where(lt(flowStates.createdAt, flowsBefore));
  await db.delete(mailPauses).where(lt(mailPauses.lastAt, flowsBefore));
}
