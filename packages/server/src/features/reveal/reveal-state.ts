import { type PairTrustInputs, pairTrust } from '@soulsight/affinity/connection';
import { AppError } from '@soulsight/contract/errors';
import type { RevealState } from '@soulsight/contract/reveal';
import { revealStage } from '@soulsight/contract/reveal-stages';
import type { Db } from '../../core/db/types.ts';
import type { Pair } from '../match/pair-facts.service.ts';
import type { RevealContext } from './reveal.deps.ts';
import { presentRequest } from './reveal.presenter.ts';
import { type AskHistory, askWait, lastStageFrom, nextStage, trustHints } from './reveal.rules.ts';
import { findRequests, getStage, listReadiness } from './reveal.store.ts';

/** `trustLevel` and `connection` are percentages; `connection` is null until both have written. */
type PairTrust = { trustLevel: number; inputs: PairTrustInputs; connection: number | null };

/** @throws match_gone unless the match is mutual */
export async function getMutualPair(ctx: RevealContext, userId: string, matchId: string, db: Db): Promise<Pair> {
  const pair = await ctx.pairs.getPair(db, userId, matchId);
  if (!pair.mutual) throw new AppError('match_gone');
  return pair;
}

/** What the rules need to know besides the trust level, as one of the two users is concerned. */
export async function getProgressFacts({ clock }: Pick<RevealContext, 'clock'>, db: Db, userId: string, pair: Pair) {
  const now = clock.now();
  const { id: matchId, mutualAt } = pair.match;
  const stage = await getStage(db, matchId);
  const people = await listReadiness(db, [userId, pair.otherId]);
  const withDemoUser = people.some(({ isDemo }) => isDemo);
  const lacksPhoto = (id: string) => !people.some((person) => person.id === id && person.hasPhoto);
  const { pending, steppedBack, ...ends } = await findRequests(db, { matchId, requesterId: userId, stage: stage + 1 });
  const history: AskHistory = {
    ...ends,
    steppedBack: steppedBack && { at: steppedBack.at, byCaller: steppedBack.userId === userId },
  };
  return {
    stage,
    pending,
    withDemoUser,
    wait: askWait(history, withDemoUser, now),
    withoutPhoto: { me: lacksPhoto(userId), other: lacksPhoto(pair.otherId) },
    lastStageFrom: lastStageFrom(mutualAt ?? now, withDemoUser),
  };
}

/** The reveal as one of the two users sees it. @throws match_gone */
export async function getRevealState(ctx: RevealContext, userId: string, matchId: string): Promise<RevealState> {
  const { db, clock, profile } = ctx;
  const pair = await getMutualPair(ctx, userId, matchId, db);
  const { trustLevel, inputs, connection } = await getPairTrust(ctx, userId, pair);
  const { stage, pending, wait, withDemoUser, lastStageFrom } = await getProgressFacts(ctx, db, userId, pair);
  const next = nextStage(stage, trustLevel, lastStageFrom, clock.now());
  return {
    match_id: pair.match.id,
    reveal_status: revealStage(stage).id,
    stage,
    trust_level: trustLevel,
    next,
    trust_hints: trustHints(trustLevel, inputs, { withDemoUser }),
    request: pending && presentRequest(pending),
    may_ask_again_at: wait?.until.toISOString() ?? null,
    ask_wait: wait?.because ?? null,
    demo_clock: withDemoUser,
    emotional_connection_score: connection,
    person: await profile.getPublicProfile(userId, pair.otherId, stage),
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
  const silent = { messages: 0, turns: 0, answered: 0, vulnerable: 0, supported: 0 };
  const scoreOrZero = (id: string) => scores.get(id)?.trust_score ?? 0;
  const trustScores = [scoreOrZero(userId), scoreOrZero(otherId)] as const;
  const inputs = { one: silent, other: silent, days: 0, trustScores };
  return { trustLevel: pairTrust(inputs), inputs, connection: null };
}
