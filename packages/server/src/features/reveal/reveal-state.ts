import { type PairTrustInputs, pairTrust } from '@soulsight/affinity/connection';
import { AppError, ERRORS } from '@soulsight/contract/errors';
import type { RevealState } from '@soulsight/contract/reveal';
import { LAST_REVEAL_STAGE, revealStage } from '@soulsight/contract/reveal-stages';
import type { Db } from '../../core/db/types.ts';
import type { Pair } from '../match/pair-facts.service.ts';
import type { RevealContext } from './reveal.deps.ts';
import { presentRequest } from './reveal.presenter.ts';
import { lastStageFrom, mayAskAgainAt, nextStage, trustHints } from './reveal.rules.ts';
import { findLastDeclined, findPendingRequest, listReadiness } from './reveal.store.ts';

/** `trustLevel` and `connection` are percentages; `connection` is null until both have written. */
type PairTrust = { trustLevel: number; inputs: PairTrustInputs; connection: number | null };

/** @throws match_gone unless the match is mutual */
export async function getMutualPair(ctx: RevealContext, userId: string, matchId: string, db: Db): Promise<Pair> {
  const pair = await ctx.pairs.getPair(db, userId, matchId);
  if (!pair.mutual) throw new AppError('match_gone');
  return pair;
}

/** The reveal as one of the two users sees it. @throws match_gone */
export async function getRevealState(ctx: RevealContext, userId: string, matchId: string): Promise<RevealState> {
  const { db, clock, profile } = ctx;
  const pair = await getMutualPair(ctx, userId, matchId, db);
  const { trustLevel, inputs, connection } = await getPairTrust(ctx, userId, pair);
  const { stage, otherId } = pair;
  const reachable = nextStage(stage, trustLevel);
  const people = await listReadiness(db, [userId, otherId]);
  const isTooEarly =
    reachable?.stage === LAST_REVEAL_STAGE &&
    clock.now() <
      lastStageFrom(
        pair.match.mutualAt ?? clock.now(),
        people.some((person) => person.isDemo),
      );
  const next = reachable && { ...reachable, ready: reachable.ready && !isTooEarly };
  const declined = next && (await findLastDeclined(db, { matchId, requesterId: userId, stage: next.stage }));
  const request = await findPendingRequest(db, matchId);
  return {
    match_id: pair.match.id,
    reveal_status: revealStage(stage).id,
    stage,
    trust_level: trustLevel,
    next,
    trust_hints: isTooEarly ? [ERRORS.reveal_too_early.detail] : trustHints(trustLevel, inputs),
    request: request && presentRequest(request),
    may_ask_again_at: mayAskAgainAt(declined?.decidedAt ?? null, clock.now())?.toISOString() ?? null,
    emotional_connection_score: connection,
    person: await profile.getPublicProfile(userId, otherId, stage),
  };
}

/** The pair's trust from every message of their conversation so far. */
export async function getPairTrust(
  { chat, trust }: Pick<RevealContext, 'chat' | 'trust'>,
  userId: string,
  { otherId, conversationId }: Pair,
): Promise<PairTrust> {
  const measured = conversationId ? await chat.measurePair(userId, conversationId) : null;
  if (measured) return measured;
  const scores = await trust.getScores([userId, otherId]);
  const silent = { messages: 0, answered: 0, vulnerable: 0, supported: 0 };
  const scoreOrZero = (id: string) => scores.get(id)?.trust_score ?? 0;
  const trustScores = [scoreOrZero(userId), scoreOrZero(otherId)] as const;
  const inputs = { one: silent, other: silent, activeDays: 0, trustScores };
  return { trustLevel: pairTrust(inputs), inputs, connection: null };
}
