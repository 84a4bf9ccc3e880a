import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { SealedText } from '../../../core/crypto/sealed-text.ts';
import type { Db } from '../../../core/db/types.ts';
import type { Decision } from '../match.rules.ts';
import { isBeyond, type SidePage, type SidePlace, type SideRow } from '../match.store.ts';
import { matchSides } from '../match.tables.ts';

type DecisionColumns = {
  decision: Decision;
  decisionMs: number | null;
  passReason: SealedText | null;
};

export async function updateDecision(
  db: Db,
  matchId: string,
  userId: string,
  decision: DecisionColumns,
  at: Date | null,
): Promise<void> {
  await db
    .update(matchSides)
    .set({ ...decision, decidedAt: at })
    .where(and(eq(matchSides.matchId, matchId), eq(matchSides.userId, userId)));
}

export async function updatePassReason(db: Db, matchId: string, userId: string, passReason: SealedText): Promise<void> {
  await db
    .update(matchSides)
    .set({ passReason })
    .where(and(eq(matchSides.matchId, matchId), eq(matchSides.userId, userId)));
}

/**
 * A page of the likes and passes from before the given times, of which that of passes is the earlier one, that have not reached the
 * behavioural profiles, the oldest first.
 */
export async function listUnlearnedDecisions(
  db: Db,
  { likedBefore, passedBefore, ...page }: { likedBefore: Date; passedBefore: Date } & SidePage,
): Promise<SidePlace[]> {
  const rows = await db
    .select({ at: matchSides.decidedAt, matchId: matchSides.matchId, userId: matchSides.userId })
    .from(matchSides)
    .where(
      and(
        sql`${matchSides.decision} in ('liked', 'passed')`,
        isNull(matchSides.learnedAt),
        lt(matchSides.decidedAt, likedBefore),
        or(eq(matchSides.decision, 'liked'), lt(matchSides.decidedAt, passedBefore)),
        isBeyond(matchSides.decidedAt, page.after),
      ),
    )
    .orderBy(asc(matchSides.decidedAt), asc(matchSides.matchId), asc(matchSides.userId))
    .limit(page.limit);
  return rows.flatMap(({ at, ...side }) => (at ? [{ at, ...side }] : []));
}

/** Claims a decision for learning, once; null when it was claimed before, was undone, or is a pass that can still be undone. */
export async function claimForLearning(
  db: Db,
  claim: { matchId: string; userId: string; now: Date; passedBefore: Date },
): Promise<SideRow | null> {
  const isFinal = or(
    eq(matchSides.decision, 'liked'),
    and(eq(matchSides.decision, 'passed'), lte(matchSides.decidedAt, claim.passedBefore)),
  );
  const [row] = await db
    .update(matchSides)
    .set({ learnedAt: claim.now })
    .where(
      and(
        eq(matchSides.matchId, claim.matchId),
        eq(matchSides.userId, claim.userId),
        isNull(matchSides.learnedAt),
        isFinal,
      ),
    )
    .returning();
  return row ?? null;
}

/** Stores what a decision did to the interest of its user in the other; the score that the two see leaves it out. */
export async function updateOwnEffect(
  db: Db,
  matchId: string,
  userId: string,
  own: { shift: number; variance: number },
): Promise<void> {
  await db
    .update(matchSides)
    .set({ ownShift: own.shift, ownVariance: own.variance })
    .where(and(eq(matchSides.matchId, matchId), eq(matchSides.userId, userId)));
}
