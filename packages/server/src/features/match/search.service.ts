import { calculateCompatibility, talkingPoints } from '@soulsight/affinity/compatibility';
import { expectedConnection } from '@soulsight/affinity/connection';
import { buildQueryVectors } from '@soulsight/affinity/index-vectors';
import type { UserModel, Weights } from '@soulsight/affinity/interest';
import { rankCandidates } from '@soulsight/affinity/ranking';
import { AppError } from '@soulsight/contract/errors';
import type { UsageLimits } from '@soulsight/contract/match';
import { MINUTE_MS } from '@soulsight/contract/time';
import type { Clock } from '../../core/clock.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { countBlockingFilters, type EligibleRow, listEligibleUsers, type SearchQuery } from './eligible.store.ts';
import { getMarket, recordShowing } from './exposure.store.ts';
import { exposureCap, introductionsPerDay, mayFind, nobodyLeftSentence } from './match.rules.ts';
import {
  configureSearch,
  deleteMatch,
  filterAvailable,
  findDiscoverability,
  getOrInsertMatch,
  insertSide,
  listSides,
  listUndecided,
  lockUser,
} from './match.store.ts';
import { incrementUsage } from './usage.store.ts';

/** People that the index hands over for exact ranking. */
const RERANK_LIMIT = 200;
/** Longer than this a search must not take; the client tries again. */
const SEARCH_TIMEOUT_MS = 5_000;
const MARKET_FRESH_MS = MINUTE_MS;
const STATEMENT_TIMED_OUT = '57014';

export type Searcher = {
  /** Finds the best eligible person, or the suggestion that still waits. Runs inside the caller's transaction. */
  findMatch(tx: Tx, userId: string, limits: (tx: Tx) => Promise<{ limits: UsageLimits; day: string }>): Promise<Found>;
  /** Shows one certain person, outside of order and allowance; null where the two were paired before. */
  introducePair(tx: Tx, userId: string, otherId: string): Promise<string | null>;
};
/** `dropped` are suggestions of people who are no longer there, with the matches that went with them. */
export type Found = { matchId: string; isNew: boolean; dropped: string[] };

type FinderPorts = {
  clock: Clock;
  bgp: {
    ensure(tx: Db, userId: string): Promise<unknown>;
    persons(tx: Db, ids: readonly string[]): Promise<Map<string, UserModel>>;
    weights(tx: Db): Promise<Weights>;
  };
};
type Market = { cap: number; perDay: number };
type Candidate = EligibleRow & { person: UserModel };

/** The search for whom to introduce. */
export function createSearcher({ clock, bgp }: FinderPorts): Searcher {
  const cachedMarket = createMarketCache(clock);

  async function findMatch(
    tx: Tx,
    userId: string,
    limitsIn: (tx: Tx) => Promise<{ limits: UsageLimits; day: string }>,
  ): Promise<Found> {
    await lockUser(tx, userId);
    await assertFindable(tx, userId);
    const waiting = await findWaitingSuggestion(tx, userId, clock.now());
    if (waiting.matchId) return { matchId: waiting.matchId, isNew: false, dropped: waiting.dropped };
    const { limits, day } = await limitsIn(tx);
    const isReplacement = waiting.dropped.length > 0;
    if (!isReplacement && !mayFind(limits)) throw new AppError('daily_match_limit');
    const matchId = await introduce(tx, userId);
    if (!isReplacement) await incrementUsage(tx, userId, day);
    return { matchId, isNew: true, dropped: waiting.dropped };
  }

  /** Shows the best eligible person who can still be shown today. */
  async function introduce(tx: Tx, userId: string): Promise<string> {
    const now = clock.now();
    const today = now.toISOString().slice(0, 10);
    await bgp.ensure(tx, userId);
    const weights = await bgp.weights(tx);
    const seeker = getPerson(await bgp.persons(tx, [userId]), userId);
    const { cap, perDay } = await cachedMarket(tx, today);
    const query: SearchQuery = {
      userId,
      today,
      now,
      queryVectors: buildQueryVectors(seeker, weights),
      fairShare: perDay,
    };
    const candidates = await listCandidates(tx, query, cap);
    const order = rankExactly(seeker, candidates, weights, perDay);
    for (const { id: candidate, rank } of order) {
      const showing = { userId: candidate.userId, today, fairShare: perDay };
      const shown = await recordShowing(tx, { ...showing, cap: candidate.hasLikedSeeker ? null : cap });
      if (!shown) continue;
      const pool = candidates.map(({ person }) => person);
      const propensity = Math.exp(rank - (order[0]?.rank ?? rank));
      const matchId = await showMatch(tx, { userId, seeker, candidate, pool, weights, propensity });
      if (matchId) return matchId;
    }
    const { resting, ...widening } = await withSearchTimeout(tx, () => countBlockingFilters(tx, query, cap));
    throw new AppError('nobody_left', nobodyLeftSentence(widening, resting > 0));
  }

  async function listCandidates(tx: Tx, query: SearchQuery, cap: number): Promise<Candidate[]> {
    const rows = await withSearchTimeout(tx, () => listEligibleUsers(tx, query, cap, RERANK_LIMIT));
    const persons = await bgp.persons(
      tx,
      rows.map((row) => row.userId),
    );
    return rows.flatMap((row) => {
      const person = persons.get(row.userId);
      return person ? [{ ...row, person }] : [];
    });
  }

  /**
   * Writes the suggestion; null where the two were paired in the meantime. A score that stands for the pair is left as it is: it is one
   * number for both, and only `refreshScores` moves it, for both at once.
   */
  async function showMatch(
    tx: Tx,
    of: {
      userId: string;
      seeker: UserModel;
      candidate: Pick<Candidate, 'userId' | 'person'>;
      pool: UserModel[];
      weights: Weights;
      propensity: number;
    },
  ): Promise<string | null> {
    const { userId, seeker, candidate, pool, weights, propensity } = of;
    const now = clock.now();
    const { overall_score, reasons } = calculateCompatibility(seeker, candidate.person, weights, pool);
    const scores = {
      compatibility: overall_score,
      emotionalConnectionExpected: expectedConnection(seeker, candidate.person, weights),
    };
    const match = await getOrInsertMatch(tx, userId, candidate.userId, scores, now);
    const sides = await listSides(tx, match.id);
    if (match.state !== 'open' || sides.some((side) => side.userId === userId)) return null;
    await insertSide(
      tx,
      { matchId: match.id, userId, otherId: candidate.userId, at: now },
      { reasons, talkingPoints: talkingPoints(seeker, candidate.person, weights), propensity },
    );
    return match.id;
  }

  async function introducePair(tx: Tx, userId: string, otherId: string): Promise<string | null> {
    await lockUser(tx, userId);
    for (const id of [userId, otherId]) await bgp.ensure(tx, id);
    const weights = await bgp.weights(tx);
    const persons = await bgp.persons(tx, [userId, otherId]);
    const person = getPerson(persons, otherId);
    const candidate = { userId: otherId, person };
    return showMatch(tx, {
      userId,
      seeker: getPerson(persons, userId),
      candidate,
      pool: [person],
      weights,
      propensity: 1,
    });
  }

  return { findMatch, introducePair };
}

async function assertFindable(tx: Tx, userId: string): Promise<void> {
  const finder = await findDiscoverability(tx, userId);
  if (finder?.discoverable) return;
  if (finder?.paused) {
    throw new AppError(
      'nobody_left',
      'Your profile is paused, so nobody can be introduced to you. Resume it in Settings.',
    );
  }
  throw new AppError('onboarding_incomplete');
}

/** The oldest suggestion that waits for a decision; suggestions of people who left are dropped. */
async function findWaitingSuggestion(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ matchId: string | null; dropped: string[] }> {
  const waiting = await listUndecided(tx, userId);
  const there = await filterAvailable(
    tx,
    userId,
    waiting.map(({ side }) => side.otherId),
    now,
  );
  const dropped: string[] = [];
  for (const { match, side } of waiting) {
    if (there.has(side.otherId)) return { matchId: match.id, dropped };
    const sides = await listSides(tx, match.id);
    if (sides.some(({ decision }) => decision === 'liked')) return { matchId: match.id, dropped };
    await deleteMatch(tx, match.id);
    dropped.push(match.id);
  }
  return { matchId: null, dropped };
}

/** The exact reciprocal order. Who liked the seeker already has said yes, so only the seeker's own wish counts for them. */
function rankExactly(seeker: UserModel, candidates: readonly Candidate[], weights: Weights, perDay: number) {
  const order = rankCandidates(
    seeker,
    candidates.map((candidate) => ({
      id: candidate,
      person: candidate.person,
      shownToday: candidate.hasLikedSeeker ? 0 : candidate.shownToday,
      price: candidate.price,
    })),
    weights,
    { introductionsPerDay: perDay },
  );
  const merged = order.map((one) => (one.id.hasLikedSeeker ? { ...one, rank: one.rank - Math.log(one.pji) } : one));
  return merged.sort((one, other) => other.rank - one.rank);
}

function getPerson(persons: Map<string, UserModel>, userId: string): UserModel {
  const person = persons.get(userId);
  if (!person) throw new AppError('profile_missing');
  return person;
}

/** How many introductions a person gets in a day, and the cap that follows; looked up at most once a minute. */
function createMarketCache(clock: Clock): (tx: Tx, today: string) => Promise<Market> {
  let known: { at: number; today: string; market: Market } | null = null;
  return async (tx, today) => {
    const at = clock.now().getTime();
    if (known && known.today === today && at - known.at < MARKET_FRESH_MS) return known.market;
    const { people, shownToday, meanSum } = await getMarket(tx, today);
    const introductions = Math.max(shownToday, meanSum);
    const perDay = introductionsPerDay(introductions, people);
    known = { at, today, market: { perDay, cap: exposureCap(introductions, people) } };
    return known.market;
  };
}

/** A search that takes too long is an honest "busy", never an empty answer. */
async function withSearchTimeout<T>(tx: Tx, search: () => Promise<T>): Promise<T> {
  await configureSearch(tx, SEARCH_TIMEOUT_MS);
  try {
    return await search();
  } catch (error) {
    if (isTimeout(error)) throw new AppError('unavailable', undefined, { cause: error });
    throw error;
  } finally {
    await configureSearch(tx, 0).catch(() => {});
  }
}

function isTimeout(error: unknown): boolean {
  const codes = [error, (error as { cause?: unknown } | null)?.cause].map(
    (e) => (e as { code?: unknown } | null)?.code,
  );
  return codes.includes(STATEMENT_TIMED_OUT);
}
