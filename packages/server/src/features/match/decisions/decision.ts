import { DAY_MS } from '@soulsight/contract/time';
import { type SealedText, sealText } from '../../../core/crypto/sealed-text.ts';
import type { Db } from '../../../core/db/types.ts';
import type { MatchContext } from '../match.context.ts';
import type { Decision } from '../match.rules.ts';

export const PASS_REASON_LABEL = 'pass_reason';

/** A reason that somebody wrote, sealed for them. */
export async function sealReason({ vault }: MatchContext, db: Db, userId: string, reason: string | undefined) {
  return reason === undefined ? null : sealText(vault, db, `user:${userId}`, reason, PASS_REASON_LABEL);
}

/** Job that passes a decision on to the behavioural profiles. */
export const LEARN_DECISION_JOB = 'match.learn';
export type LearnDecisionJob = { matchId: string; userId: string };

/** The columns of a decision. `decisionMs` is how long the user took, if the client sent it; a day at most. */
export function toDecision<D extends Decision>(decision: D, decisionMs?: number, passReason: SealedText | null = null) {
  const ms = decisionMs === undefined ? null : Math.min(Math.round(decisionMs), DAY_MS);
  return { decision, decisionMs: ms, passReason };
}
