import { and, eq, isNull, lt, lte, or } from 'drizzle-orm';
import type { SealedText } from '../../../core/crypto/sealed-text.ts';
import type { Db } from '../../../core/db/types.ts';
import type { Decision } from '../match.rules.ts';
import type { SideRow } from '../match.store.ts';
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

/** Likes and passes from before the given times that have not reached the behavioural profiles. */
export async function listUnlearnedDecisions(
  db: Db,
  { likedBefore, passedBefore }: { likedBefore: Date; passedBefore: Date },
  limit: number,
): Promise<{ matchId: string; userId: string }[]> {
  return await db
    .select({ matchId: matchSides.matchId, userId: matchSides.userId })
    .from(matchSides)
    .where(
      and(
        isNull(matchSides.learnedAt),
        or(
          and(eq(matchSides.decision, 'liked'), lt(matchSides.decidedAt, likedBefore)),
          and(eq(matchSides.decision, 'passed'), lt(matchSides.decidedAt, passedBefore)),
        ),
      ),
    )
    .limit(limit);
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
