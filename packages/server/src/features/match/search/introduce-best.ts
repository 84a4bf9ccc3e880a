import { buildQueryVectors } from '@soulsight/affinity/index-vectors';
import type { UserModel, Weights } from '@soulsight/affinity/interest';
import {
  drawIntroduction,
  EXPLORATION_SHARE,
  rankCandidates,
  UNREADY_EXPLORATION_SHARE,
} from '@soulsight/affinity/ranking';
import { AppError } from '@soulsight/contract/errors';
import { toUtcDay } from '@soulsight/contract/time';
import type { Tx } from '../../../core/db/types.ts';
import {
  countBlockingFilters,
  type EligibleRow,
  findSeeker,
  listEligibleUsers,
  listStillEligible,
  type SearchQuery,
  type Seeker,
} from '../eligible.store.ts';
import { recordShowing } from '../exposure.store.ts';
import type { MatchContext } from '../match.context.ts';
import { type BlockingFilters, nobodyLeftSentence } from '../match.rules.ts';
import { configureSearch, type MatchView } from '../match.store.ts';
import { getModel, showMatch } from './show-match.ts';
import { withSearchTimeout } from './with-search-timeout.ts';

/** Candidates that the SQL search returns for exact ranking. */
const RERANK_LIMIT = 200;
/** A search that takes longer on the replica is made on the primary. */
const REPLICA_TIMEOUT_MS = 2_000;

type Candidate = EligibleRow & { model: UserModel };
type SearchContext = Pick<
  MatchContext,
  'clock' | 'random' | 'bgp' | 'profile' | 'subscription' | 'exposureLimits' | 'replica'
>;
/** A search, with the facts about its seeker. */
type Search = { query: SearchQuery; me: Seeker; model: UserModel; weights: Weights; cap: number };

/**
 * Shows a user the best eligible user who may still be shown today, or, in a small share of the introductions, another of the best.
 * The share is large while the user's own profile is not ready for matching.
 * @throws nobody_left, unavailable, profile_missing
 */
export async function introduceBest(
  ctx: SearchContext,
  tx: Tx,
  { userId, mayHint }: { userId: string; mayHint: boolean },
): Promise<MatchView> {
  const { clock, bgp } = ctx;
  const now = clock.now();
  const today = toUtcDay(now);
  await bgp.ensure(tx, userId);
  const weights = await bgp.getWeights(tx);
  const model = getModel(await bgp.getUserModels(tx, [userId]), userId);
  const { cap, perDay } = await ctx.exposureLimits(tx, today);
  const queryVectors = buildQueryVectors(model, weights);
  const withFilters = (await ctx.subscription.getPlan(userId, tx)) === 'premium';
  const query: SearchQuery = { userId, withFilters, today, now, queryVectors, fairShare: perDay };
  const me = await findSeeker(tx, query);
  const search = me && { query, me, model, weights, cap };
  const view = search && (await introduceFound(ctx, tx, search));
  if (view) return view;
  if (!mayHint || !search) throw new AppError('nobody_left', nobodyLeftSentence(null));
  throw new AppError('nobody_left', nobodyLeftSentence(await countBlocking(ctx, tx, search)));
}

/** Searches the primary too if the replica finds nobody: the only eligible user may be too new for it. */
async function introduceFound(ctx: SearchContext, tx: Tx, search: Search): Promise<MatchView | null> {
  for (const find of [findOnReplica, findOnPrimary]) {
    const rows = await find(ctx, tx, search);
    const view = rows.length > 0 ? await introduceOne(ctx, tx, search, await withModels(ctx, tx, rows)) : null;
    if (view) return view;
  }
  return null;
}

/** Null without a replica, and while the replica is not used. */
async function searchReplica<T>({ replica }: SearchContext, search: (there: Tx) => Promise<T>): Promise<T | null> {
  const found = await replica?.read(async (there) => {
    await configureSearch(there, REPLICA_TIMEOUT_MS);
    return await search(there);
  });
  return found ?? null;
}

async function findOnReplica(ctx: SearchContext, tx: Tx, { query, me, cap }: Search): Promise<EligibleRow[]> {
  const found = await searchReplica(ctx, (there) => listEligibleUsers(there, me, query, { cap, limit: RERANK_LIMIT }));
  if (!found?.length) return [];
  // The replica may not have the blocks, bans, deletions and preferences of the last seconds.
  const userIds = found.map(({ userId }) => userId);
  return await withSearchTimeout(tx, () => listStillEligible(tx, me, query, { cap, userIds }));
}

async function findOnPrimary(_ctx: SearchContext, tx: Tx, { query, me, cap }: Search): Promise<EligibleRow[]> {
  return await withSearchTimeout(tx, () => listEligibleUsers(tx, me, query, { cap, limit: RERANK_LIMIT }));
}

async function countBlocking(ctx: SearchContext, tx: Tx, { query, me, cap }: Search): Promise<BlockingFilters> {
  const counted = await searchReplica(ctx, (there) => countBlockingFilters(there, me, query, cap));
  return counted ?? (await withSearchTimeout(tx, () => countBlockingFilters(tx, me, query, cap)));
}

/** Introduces one of the candidates, who may be shown once more today; null when none may. */
async function introduceOne(
  ctx: SearchContext,
  tx: Tx,
  { query, model, weights, cap }: Search,
  candidates: readonly Candidate[],
): Promise<MatchView | null> {
  const { userId, today, fairShare } = query;
  const remaining = rankExactly(model, candidates, weights, fairShare);
  const isReady = await ctx.bgp.isReady(tx, userId);
  while (remaining[0]) {
    // A user who already said yes does not wait for a draw.
    const share = remaining[0].candidate.hasLikedSeeker ? 0 : isReady ? EXPLORATION_SHARE : UNREADY_EXPLORATION_SHARE;
    const { index, propensity } = drawIntroduction(remaining.length, share, ctx.random);
    const [{ candidate }] = remaining.splice(index, 1) as [(typeof remaining)[number]];
    const otherId = candidate.userId;
    const showing = { userId: otherId, today, fairShare, cap: candidate.hasLikedSeeker ? null : cap };
    if (!(await recordShowing(tx, showing))) continue;
    const introduction = { userId, otherId, seeker: model, other: candidate.model, weights, propensity };
    const view = await showMatch(ctx, tx, introduction);
    if (view) return view;
  }
  return null;
}

async function withModels({ bgp }: SearchContext, tx: Tx, rows: readonly EligibleRow[]): Promise<Candidate[]> {
  const userIds = rows.map(({ userId }) => userId);
  const models = await bgp.getUserModels(tx, userIds);
  return rows.flatMap((row) => {
    const model = models.get(row.userId);
    return model ? [{ ...row, model }] : [];
  });
}

/** The exact reciprocal order. For a user who already liked the seeker, only the seeker's own interest counts. */
function rankExactly(seeker: UserModel, candidates: readonly Candidate[], weights: Weights, perDay: number) {
  const ranked = rankCandidates(
    seeker,
    candidates.map((candidate) => ({
      id: candidate,
      person: candidate.model,
      shownToday: candidate.hasLikedSeeker ? 0 : candidate.shownToday,
      price: candidate.price,
    })),
    weights,
    { introductionsPerDay: perDay },
  );
  const adjusted = ranked.map(({ id: candidate, rank, pij, pji }) => ({
    candidate,
    rank: candidate.hasLikedSeeker ? rank + Math.sqrt(pij) - Math.sqrt(pij * pji) : rank,
  }));
  return adjusted.sort((a, b) => b.rank - a.rank);
}
