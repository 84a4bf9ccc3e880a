import type { LikeAmount, Match, UsageLimits } from '@soulsight/contract/match';
import type { Core } from '../../core/core.ts';
import { openTexts } from '../../core/crypto/sealed-text.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { acceptMatch } from './decisions/accept-match.ts';
import { closeAllMatches, closeMatch } from './decisions/close-match.ts';
import { PASS_REASON_LABEL } from './decisions/decision.ts';
import { expireSuggestion } from './decisions/expire-suggestion.ts';
import { listUndoable } from './decisions/list-undoable.ts';
import { type Pass, passMatch, undoPass, unmatch } from './decisions/pass-match.ts';
import { letKnow } from './likes/let-know.ts';
import { countLikes, meetLikes } from './likes/list-likes.ts';
import { listOwnOpenLikes } from './likes/open-like.store.ts';
import type { MatchClosedListener, MatchContext } from './match.context.ts';
import type { MatchDeps } from './match.deps.ts';
import {
  type ClosedBecause,
  listMatchViews,
  listMutualPartners,
  listUndecided,
  listUserSides,
  lockUser,
  type MatchView,
  type SideRow,
  updateConnectionScore,
} from './match.store.ts';
import { getMatch, presentMatches } from './present-matches.ts';
import { refreshScores } from './refresh-scores.ts';
import { createExposureLimits } from './search/exposure-limits.ts';
import { findMatch } from './search/find-match.ts';
import { introduce } from './search/introduce.ts';
import { hasRoom } from './usage.rules.ts';
import { isDemoUser, listUsage } from './usage.store.ts';
import { getUsageLimits } from './usage-limits.ts';

/** By match id. */
export type MatchStates = Record<string, { status: string; mutual_match: boolean; conversation_id: string | null }>;

export interface MatchService {
  /** The best eligible user. @throws daily_match_limit, nobody_left, onboarding_incomplete, unavailable */
  find(userId: string): Promise<Match>;
  /**
   * Shows a user one particular other user, outside the order and the allowance: for demo users, who answer everyone who
   * liked them, and for builders. No route calls this. @throws match_gone when the two were paired before
   */
  introduce(userId: string, otherId: string): Promise<Match>;
  list(userId: string): Promise<Match[]>;
  /** Undecided suggestions, the oldest first. */
  listPotential(userId: string): Promise<Match[]>;
  /** @throws match_gone */
  get(userId: string, matchId: string): Promise<Match>;
  /** `decisionMs` is how long the user took. @throws match_gone */
  accept(userId: string, matchId: string, decisionMs?: number): Promise<{ mutual_match: boolean; match: Match }>;
  /** Passes a suggestion; a mutual match is unmatched. @throws match_gone */
  reject(userId: string, matchId: string, pass?: Pass): Promise<void>;
  /** Passed suggestions that the user can still get back, newest first, as they would be then. */
  listPassed(userId: string): Promise<Match[]>;
  /** Undoes a pass shortly after it. @throws match_gone */
  undo(userId: string, matchId: string): Promise<Match>;
  /** Lets the other user know of a like. @throws match_gone, conflict, rate_limited */
  letKnow(userId: string, matchId: string): Promise<Match>;
  /** Roughly how many people let the user know of a like, and how many the user may let know now. */
  countLikes(userId: string): Promise<{ amount: LikeAmount; open_likes_left: number }>;
  /** Meets the people who let the user know of a like. @throws premium_required, unavailable */
  meetLikes(userId: string): Promise<Match[]>;
  /** Closes a mutual match, or takes back a like. @throws match_gone */
  unmatch(userId: string, matchId: string): Promise<void>;
  /** The listener runs inside the transaction that closes a match, and closes what belongs to the match. */
  onClosed(listener: MatchClosedListener): void;
  /** Closes a match and everything that belongs to it; false when it was closed before. */
  close(tx: Tx, matchId: string, because: ClosedBecause): Promise<boolean>;
  /** Takes a suggestion from a user who did not decide in time. */
  expire(tx: Tx, userId: string, matchId: string): Promise<void>;
  /** Closes every match of a user, as when they leave. */
  closeAll(tx: Tx, userId: string, because: ClosedBecause): Promise<void>;
  /** Serializes what one user does with matches and conversations, until the transaction ends. */
  lockUser(tx: Tx, userId: string): Promise<void>;
  getUsageLimits(userId: string, db?: Db): Promise<UsageLimits>;
  /** Whether the user's plan has room for one more active conversation. */
  mayStartConversation(userId: string, db: Db): Promise<boolean>;
  /** Whether somebody else may start a conversation with this user: the limit of the free plan counts both directions. */
  hasRoomToTalk(userId: string, db: Db): Promise<boolean>;
  /** The state of every listed match, for a client that reconnects. */
  listStates(userId: string): Promise<MatchStates>;
  listMutualPartners(userId: string, db?: Db): Promise<string[]>;
  /** Stores the emotional connection of a match, 0 to 100; null until both have written. */
  updateConnection(tx: Tx, matchId: string, score: number | null): Promise<void>;
  /** Notifies both users when their compatibility changed since it was last announced. */
  refreshScores(matchId: string): Promise<void>;
  /** For the data export: everything that a user was shown or decided. */
  archive(userId: string): Promise<unknown>;
  /** The introductions of each day, for the data export. */
  archiveUsage(userId: string): Promise<unknown>;
}

export function createMatchService(
  core: Pick<Core, 'db' | 'replica' | 'clock' | 'random' | 'outbox' | 'jobs' | 'vault'>,
  deps: MatchDeps,
): MatchService {
  const closedListeners: MatchClosedListener[] = [];
  const { db, replica, clock, random, outbox, jobs, vault } = core;
  const exposureLimits = createExposureLimits(clock, replica);
  const ctx: MatchContext = {
    db,
    replica,
    clock,
    random,
    outbox,
    jobs,
    vault,
    ...deps,
    closedListeners,
    exposureLimits,
  };

  async function mayStartConversation(userId: string, handle: Db): Promise<boolean> {
    return hasRoom((await getUsageLimits(ctx, userId, handle)).limits);
  }

  return {
    find: (userId) => findMatch(ctx, userId),
    introduce: (userId, otherId) => introduce(ctx, userId, otherId),
    list: async (userId) => presentMatches(ctx, userId, await listMatchViews(db, userId)),
    listPotential: async (userId) => presentMatches(ctx, userId, await listUndecided(db, userId)),
    get: (userId, matchId) => getMatch(ctx, userId, matchId),
    async accept(userId, matchId, decisionMs) {
      const mutual_match = await acceptMatch(ctx, userId, matchId, decisionMs);
      return { mutual_match, match: await getMatch(ctx, userId, matchId) };
    },
    reject: (userId, matchId, pass = {}) => passMatch(ctx, userId, matchId, pass),
    listPassed: (userId) => listUndoable(ctx, userId),
    async undo(userId, matchId) {
      await undoPass(ctx, userId, matchId);
      return await getMatch(ctx, userId, matchId);
    },
    async letKnow(userId, matchId) {
      await letKnow(ctx, userId, matchId);
      return await getMatch(ctx, userId, matchId);
    },
    countLikes: (userId) => countLikes(ctx, userId),
    meetLikes: (userId) => meetLikes(ctx, userId),
    unmatch: (userId, matchId) => unmatch(ctx, userId, matchId),
    onClosed: (listener) => void closedListeners.push(listener),
    close: (tx, matchId, because) => closeMatch(ctx, tx, matchId, because),
    expire: (tx, userId, matchId) => expireSuggestion(ctx, tx, userId, matchId),
    closeAll: (tx, userId, because) => closeAllMatches(ctx, tx, userId, because),
    lockUser,
    getUsageLimits: async (userId, handle = db) => (await getUsageLimits(ctx, userId, handle)).limits,
    mayStartConversation,
    hasRoomToTalk: async (userId, handle) =>
      (await mayStartConversation(userId, handle)) || (await isDemoUser(handle, userId)),
    listStates: async (userId) => toStates(await listMatchViews(db, userId)),
    listMutualPartners: (userId, handle = db) => listMutualPartners(handle, userId),
    updateConnection: updateConnectionScore,
    refreshScores: (matchId) => refreshScores(ctx, matchId),
    archiveUsage: (userId) => listUsage(db, userId),
    async archive(userId) {
      const sides = await listUserSides(db, userId);
      const sealed = sides.flatMap(({ matchId, passReason }) => (passReason === null ? [] : [{ matchId, passReason }]));
      const reasons = await openTexts(
        vault,
        db,
        sealed.map(({ passReason }) => ({ owner: `user:${userId}`, stored: passReason, context: PASS_REASON_LABEL })),
      );
      const byMatch = new Map(sealed.map(({ matchId }, n) => [matchId, reasons[n] ?? '']));
      const told = await listOwnOpenLikes(db, userId);
      return sides.map((side) => ({
        ...toArchived(side, byMatch.get(side.matchId) ?? null),
        let_know_at: told.get(side.matchId) ?? null,
      }));
    },
  };
}

function toStates(views: readonly MatchView[]): MatchStates {
  return Object.fromEntries(
    views.map(({ match, side, conversationId }) => [
      match.id,
      {
        status: conversationId ? 'chatting' : side.decision === 'liked' ? 'liked' : 'suggested',
        mutual_match: match.state === 'mutual',
        conversation_id: conversationId,
      },
    ]),
  );
}

function toArchived(side: SideRow, passReason: string | null) {
  return {
    match_id: side.matchId,
    decision: side.decision,
    pass_reason: passReason,
    shown_at: side.shownAt,
    decided_at: side.decidedAt,
    decision_ms: side.decisionMs,
    reasons: side.reasons.map(({ text }) => text),
    talking_points: side.talkingPoints,
  };
}
