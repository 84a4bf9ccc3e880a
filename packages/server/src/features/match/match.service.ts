import { compatibility } from '@soulsight/affinity/compatibility';
import { expectedConnection } from '@soulsight/affinity/connection';
import { AppError } from '@soulsight/contract/errors';
import type { Match, UsageLimits } from '@soulsight/contract/match';
import type { Core } from '../../core/core.ts';
import { retrying } from '../../core/db/transaction-retry.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { type CloseHook, createDecisions } from './decide.service.ts';
import { createFinder } from './find.service.ts';
import { localDay } from './local-day.rules.ts';
import type { MatchOthers } from './match.deps.ts';
import { oneDecimal, presentMatch } from './match.presenter.ts';
import { usageLimits } from './match.rules.ts';
import {
  allSidesOf,
  type ClosedBecause,
  lockMatch,
  type MatchRow,
  type MatchView,
  matchBetween,
  mutualPartners,
  rescore,
  setConnection,
  setReasons,
  sidesOf,
  standingMatches,
  undecidedOf,
  viewOf,
  viewsOf,
} from './match.store.ts';
import { activeConversations, matchesUsed } from './usage.store.ts';

/** A pair as one of the two may use it. */
export type Pair = {
  match: MatchRow;
  otherId: string;
  mutual: boolean;
  conversationId: string | null;
  stage: number;
  talkingPoints: string[];
};
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
  potential(userId: string): Promise<Match[]>;
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
  /** @throws match_gone for anyone whom the match was not shown to, and for a closed one */
  pair(db: Db, viewerId: string, matchId: string): Promise<Pair>;
  /** The match of two, standing or closed, if it was shown to `viewerId`. */
  pairBetween(db: Db, viewerId: string, otherId: string): Promise<{ matchId: string; stage: number } | null>;
  /** The stage that a viewer has reached with another; null where no match of the two stands for the viewer. */
  stageBetween(viewerId: string, otherId: string, db?: Db): Promise<number | null>;
  /** The compatibility of two as it stands in their match, to the tenth; null where no match of the two stands. */
  scoreBetween(one: string, other: string): Promise<number | null>;
  /** Ends a match and everything that belongs to it; false when it was closed already. */
  close(tx: Tx, matchId: string, because: ClosedBecause): Promise<boolean>;
  /** Ends every match of a person, as when they leave. */
  closeAll(tx: Tx, userId: string, because: ClosedBecause): Promise<void>;
  usageLimits(userId: string, db?: Db): Promise<UsageLimits>;
  /** State of everything listed, for a client that comes back. */
  states(userId: string): Promise<MatchStates>;
  mutualPartners(userId: string, db?: Db): Promise<string[]>;
  /** Keeps what a talk amounts to. */
  connectionMeasured(tx: Tx, matchId: string, score: number | null): Promise<void>;
  /** Computes compatibility anew from both profiles and tells both when it moved. */
  refreshScores(matchId: string): Promise<void>;
  /** What a person's own archive holds of it. */
  archive(userId: string): Promise<unknown>;
}

/** A score that moved by less is not worth an event. */
const SCORE_MOVED = 1;

export function createMatchService(
  deps: Pick<Core, 'db' | 'clock' | 'outbox' | 'jobs'>,
  others: MatchOthers,
  hooks: { closed: CloseHook[] },
): MatchService {
  const { db, clock, outbox } = deps;
  const { profile, subscription, bgp, trust } = others;
  const finder = createFinder({ clock, bgp });
  const decisions = createDecisions(deps, others, hooks);

  async function limitsOf(userId: string, handle: Db = db): Promise<{ limits: UsageLimits; day: string }> {
    const now = clock.now();
    const plan = await subscription.planOf(userId, handle);
    const timeZone = await profile.timezoneOf(userId, handle);
    const day = localDay(now, timeZone);
    const { used: matchesToday, lastDay } = await matchesUsed(handle, userId, day);
    const used = {
      matchesToday,
      lastDay,
      activeConversations: await activeConversations(handle, userId),
    };
    return { limits: usageLimits(plan, used, now, timeZone), day };
  }

  async function find(userId: string): Promise<Match> {
    const found = await retrying(db, async (tx) => {
      const result = await finder.findIn(tx, userId, (inner) => limitsOf(userId, inner));
      for (const matchId of result.dropped)
        await outbox.publish(tx, { to: [userId], type: 'match_expired', payload: { match_id: matchId } });
      if (result.isNew) await decisions.tellPending(tx, userId);
      return result;
    });
    return await get(userId, found.matchId);
  }

  async function introduce(userId: string, otherId: string): Promise<Match> {
    const matchId = await retrying(db, (tx) => finder.showIn(tx, userId, otherId));
    if (!matchId) throw new AppError('match_gone');
    return await get(userId, matchId);
  }

  async function present(userId: string, views: readonly MatchView[]): Promise<Match[]> {
    const ids = views.map(({ side }) => side.otherId);
    const people = await profile.people(
      userId,
      views.map(({ side, stage }) => ({ id: side.otherId, stage })),
    );
    const scores = await trust.scores(ids);
    return views.flatMap((view) => {
      const person = people.get(view.side.otherId);
      const score = scores.get(view.side.otherId);
      const match = person && score ? presentMatch(view, person, score.trust_score) : null;
      return match ? [match] : [];
    });
  }

  async function get(userId: string, matchId: string): Promise<Match> {
    const view = await viewOf(db, userId, matchId);
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

  async function pair(handle: Db, viewerId: string, matchId: string): Promise<Pair> {
    const view = await viewOf(handle, viewerId, matchId);
    if (!view || view.match.state === 'closed' || view.side.decision === 'passed') throw new AppError('match_gone');
    const { match, side, conversationId, stage } = view;
    const { otherId, talkingPoints } = side;
    return { match, otherId, mutual: match.state === 'mutual', conversationId, stage, talkingPoints };
  }

  async function pairBetween(handle: Db, viewerId: string, otherId: string) {
    const match = await matchBetween(handle, viewerId, otherId);
    const view = match ? await viewOf(handle, viewerId, match.id) : null;
    return view ? { matchId: view.match.id, stage: view.stage } : null;
  }

  async function stageBetween(viewerId: string, otherId: string, handle: Db = db): Promise<number | null> {
    const match = await matchBetween(handle, viewerId, otherId);
    const view = match && match.state !== 'closed' ? await viewOf(handle, viewerId, match.id) : null;
    return view && view.side.decision !== 'passed' ? view.stage : null;
  }

  async function scoreBetween(one: string, other: string): Promise<number | null> {
    const match = await matchBetween(db, one, other);
    return match && match.state !== 'closed' ? oneDecimal(match.compatibilityScore) : null;
  }

  async function archive(userId: string) {
    const sides = await allSidesOf(db, userId);
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

  async function states(userId: string): Promise<MatchStates> {
    const matches = await viewsOf(db, userId);
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
    await retrying(db, async (tx) => {
      const match = await lockMatch(tx, matchId);
      if (!match || match.state === 'closed') return;
      const persons = await bgp.persons(tx, [match.lo, match.hi]);
      const [lo, hi] = [persons.get(match.lo), persons.get(match.hi)];
      if (!lo || !hi) return;
      const score = compatibility(lo, hi, weights).overall_score;
      if (Math.abs(score - match.compatibilityScore) < SCORE_MOVED) return;
      const expected = expectedConnection(lo, hi, weights);
      await rescore(tx, matchId, { compatibility: score, emotionalConnectionExpected: expected }, match.updatedAt);
      await setReasons(tx, matchId, match.lo, compatibility(lo, hi, weights).reasons);
      await setReasons(tx, matchId, match.hi, compatibility(hi, lo, weights).reasons);
      const listed = (await sidesOf(tx, matchId)).map(({ userId }) => userId);
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
    list: async (userId) => present(userId, await viewsOf(db, userId)),
    potential: async (userId) => present(userId, await undecidedOf(db, userId)),
    get,
    accept,
    reject: decisions.reject,
    undo,
    unmatch: decisions.unmatch,
    pair,
    pairBetween,
    stageBetween,
    scoreBetween,
    close: decisions.close,
    async closeAll(tx, userId, because) {
      for (const matchId of await standingMatches(tx, userId)) await decisions.close(tx, matchId, because);
    },
    usageLimits: async (userId, handle) => (await limitsOf(userId, handle)).limits,
    states,
    mutualPartners: (userId, handle = db) => mutualPartners(handle, userId),
    connectionMeasured: setConnection,
    refreshScores,
    archive,
  };
}
