import { calculateCompatibility } from '@soulsight/affinity/compatibility';
import { expectedConnection } from '@soulsight/affinity/connection';
import { AppError } from '@soulsight/contract/errors';
import type { Match, UsageLimits } from '@soulsight/contract/match';
import type { Core } from '../../core/core.ts';
import { withTransactionRetry } from '../../core/db/transaction-retry.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { createDecisionService, type MatchClosedHook } from './decision.service.ts';
import { localDay } from './local-day.rules.ts';
import type { MatchDeps } from './match.deps.ts';
import { presentMatch } from './match.presenter.ts';
import { calculateUsageLimits } from './match.rules.ts';
import {
  type ClosedBecause,
  findMatchView,
  listActiveMatchIds,
  listMatchViews,
  listMutualPartners,
  listSides,
  listUndecided,
  listUserSides,
  lockMatch,
  type MatchView,
  updateConnectionScore,
  updateReasons,
  updateScores,
} from './match.store.ts';
import { createSearcher } from './search.service.ts';
import { countActiveConversations, getUsage } from './usage.store.ts';

export type MatchStates = Record<string, { status: string; mutual_match: boolean; conversation_id: string | null }>;

export interface MatchService {
  /** The best eligible person. @throws daily_match_limit, nobody_left, onboarding_incomplete, unavailable */
  find(userId: string): Promise<Match>;
  /**
   * Shows a person one certain other, outside of order and allowance: for demo people, who answer whoever liked them, and
   * for builders. No route leads here. @throws match_gone where the two were paired before
   */
  introduce(userId: string, otherId: string): Promise<Match>;
  list(userId: string): Promise<Match[]>;
  listPotential(userId: string): Promise<Match[]>;
  /** @throws match_gone */
  get(userId: string, matchId: string): Promise<Match>;
  /** @throws match_gone */
  accept(userId: string, matchId: string, decisionMs?: number): Promise<{ mutual_match: boolean; match: Match }>;
  /** Passes a suggestion; a mutual match is unmatched. @throws match_gone */
  reject(userId: string, matchId: string, reason?: string, decisionMs?: number): Promise<void>;
  /** Takes back a pass within a moment of it. @throws match_gone */
  undo(userId: string, matchId: string): Promise<Match>;
  /** @throws match_gone */
  unmatch(userId: string, matchId: string): Promise<void>;
  /** Runs inside the transaction that closes a match; closes what belongs to the match. */
  onClosed(listener: MatchClosedHook): void;
  /** Ends a match and everything that belongs to it; false when it was closed already. */
  close(tx: Tx, matchId: string, because: ClosedBecause): Promise<boolean>;
  /** Ends every match of a person, as when they leave. */
  closeAll(tx: Tx, userId: string, because: ClosedBecause): Promise<void>;
  getUsageLimits(userId: string, db?: Db): Promise<UsageLimits>;
  /** State of everything listed, for a client that comes back. */
  listStates(userId: string): Promise<MatchStates>;
  listMutualPartners(userId: string, db?: Db): Promise<string[]>;
  /** Keeps what a talk amounts to. */
  updateConnection(tx: Tx, matchId: string, score: number | null): Promise<void>;
  /** Computes compatibility anew from both profiles and tells both when it moved. */
  refreshScores(matchId: string): Promise<void>;
  /** What a person's own archive holds of it. */
  archive(userId: string): Promise<unknown>;
}

/** A score that moved by less is not worth an event. */
const SCORE_MOVED = 1;

export function createMatchService(
  deps: Pick<Core, 'db' | 'clock' | 'outbox' | 'jobs'>,
  others: MatchDeps,
): MatchService {
  const { db, clock, outbox } = deps;
  const { profile, subscription, bgp, trust } = others;
  const finder = createSearcher({ clock, bgp });
  const closedListeners: MatchClosedHook[] = [];
  const decisions = createDecisionService(deps, others, { closed: closedListeners });

  async function getLimits(userId: string, handle: Db = db): Promise<{ limits: UsageLimits; day: string }> {
    const now = clock.now();
    const plan = await subscription.getPlan(userId, handle);
    const timeZone = await profile.getTimezone(userId, handle);
    const day = localDay(now, timeZone);
    const { used: matchesToday, lastDay } = await getUsage(handle, userId, day);
    const used = {
      matchesToday,
      lastDay,
      activeConversations: await countActiveConversations(handle, userId),
    };
    return { limits: calculateUsageLimits(plan, used, now, timeZone), day };
  }

  async function find(userId: string): Promise<Match> {
    const found = await withTransactionRetry(db, async (tx) => {
      const result = await finder.findMatch(tx, userId, (inner) => getLimits(userId, inner));
      for (const matchId of result.dropped)
        await outbox.publish(tx, { to: [userId], type: 'match_expired', payload: { match_id: matchId } });
      if (result.isNew) await decisions.notifyPending(tx, userId);
      return result;
    });
    return await get(userId, found.matchId);
  }

  async function introduce(userId: string, otherId: string): Promise<Match> {
    const matchId = await withTransactionRetry(db, (tx) => finder.introducePair(tx, userId, otherId));
    if (!matchId) throw new AppError('match_gone');
    return await get(userId, matchId);
  }

  async function present(userId: string, views: readonly MatchView[]): Promise<Match[]> {
    const ids = views.map(({ side }) => side.otherId);
    const people = await profile.getPublicProfiles(
      userId,
      views.map(({ side, stage }) => ({ id: side.otherId, stage })),
    );
    const scores = await trust.getScores(ids);
    return views.flatMap((view) => {
      const person = people.get(view.side.otherId);
      const score = scores.get(view.side.otherId);
      const match = person && score ? presentMatch(view, person, score.trust_score) : null;
      return match ? [match] : [];
    });
  }

  async function get(userId: string, matchId: string): Promise<Match> {
    const view = await findMatchView(db, userId, matchId);
    const [match] = view ? await present(userId, [view]) : [];
    if (!match) throw new AppError('match_gone');
    return match;
  }

  async function accept(userId: string, matchId: string, decisionMs?: number) {
    const mutual = await decisions.accept(userId, matchId, decisionMs);
    return { mutual_match: mutual, match: await get(userId, matchId) };
  }

  async function undo(userId: string, matchId: string): Promise<Match> {
    await decisions.undo(userId, matchId);
    return await get(userId, matchId);
  }

  async function archive(userId: string) {
    const sides = await listUserSides(db, userId);
    return sides.map(({ matchId, decision: made, passReason, shownAt, decidedAt, reasons, talkingPoints }) => ({
      match_id: matchId,
      decision: made,
      pass_reason: passReason,
      shown_at: shownAt,
      decided_at: decidedAt,
      reasons: reasons.map(({ text }) => text),
      talking_points: talkingPoints,
    }));
  }

  async function listStates(userId: string): Promise<MatchStates> {
    const matches = await listMatchViews(db, userId);
    return Object.fromEntries(
      matches.map(({ match, side, conversationId }) => [
        match.id,
        {
          status: conversationId ? 'chatting' : side.decision === 'liked' ? 'liked' : 'suggested',
          mutual_match: match.state === 'mutual',
          conversation_id: conversationId,
        },
      ]),
    );
  }

  async function refreshScores(matchId: string): Promise<void> {
    const weights = await bgp.weights();
    await withTransactionRetry(db, async (tx) => {
      const match = await lockMatch(tx, matchId);
      if (!match || match.state === 'closed') return;
      const persons = await bgp.persons(tx, [match.lo, match.hi]);
      const [lo, hi] = [persons.get(match.lo), persons.get(match.hi)];
      if (!lo || !hi) return;
      const score = calculateCompatibility(lo, hi, weights).overall_score;
      if (Math.abs(score - match.compatibilityScore) < SCORE_MOVED) return;
      const expected = expectedConnection(lo, hi, weights);
      await updateScores(tx, matchId, { compatibility: score, emotionalConnectionExpected: expected }, match.updatedAt);
      await updateReasons(tx, matchId, match.lo, calculateCompatibility(lo, hi, weights).reasons);
      await updateReasons(tx, matchId, match.hi, calculateCompatibility(hi, lo, weights).reasons);
      const listed = (await listSides(tx, matchId)).map(({ userId }) => userId);
      await outbox.publish(tx, {
        to: listed,
        type: 'compatibility_update',
        payload: { match_id: matchId, compatibility_score: score },
      });
    });
  }

  return {
    find,
    introduce,
    list: async (userId) => present(userId, await listMatchViews(db, userId)),
    listPotential: async (userId) => present(userId, await listUndecided(db, userId)),
    get,
    accept,
    reject: decisions.reject,
    undo,
    unmatch: decisions.unmatch,
    onClosed(listener) {
      closedListeners.push(listener);
    },
    close: decisions.close,
    async closeAll(tx, userId, because) {
      for (const matchId of await listActiveMatchIds(tx, userId)) await decisions.close(tx, matchId, because);
    },
    getUsageLimits: async (userId, handle) => (await getLimits(userId, handle)).limits,
    listStates,
    listMutualPartners: (userId, handle = db) => listMutualPartners(handle, userId),
    updateConnection: updateConnectionScore,
    refreshScores,
    archive,
  };
}
