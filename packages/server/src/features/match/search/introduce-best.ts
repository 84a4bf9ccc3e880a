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
import { countBlockingFilters, type EligibleRow, listEligibleUsers, type SearchQuery } from '../eligible.store.ts';
import { recordShowing } from '../exposure.store.ts';
import type { MatchContext } from '../match.context.ts';
import { nobodyLeftSentence } from '../match.rules.ts';
import type { MatchView } from '../match.store.ts';
import { getModel, showMatch } from './show-match.ts';
import { withSearchTimeout } from './with-search-timeout.ts';

/** Candidates that the SQL search returns for exact ranking. */
const RERANK_LIMIT = 200;

type Candidate = EligibleRow & { model: UserModel };
type SearchContext = Pick<MatchContext, 'clock' | 'random' | 'bgp' | 'profile' | 'subscription' | 'exposureLimits'>;

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
  const { clock, random, bgp } = ctx;
  const now = clock.now();
  const today = toUtcDay(now);
  await bgp.ensure(tx, userId);
  const weights = await bgp.getWeights(tx);
  const seeker = getModel(await bgp.getUserModels(tx, [userId]), userId);
  const { cap, perDay } = await ctx.exposureLimits(tx, today);
  const queryVectors = buildQueryVectors(seeker, weights);
  const withFilters = (await ctx.subscription.getPlan(userId, tx)) === 'premium';
  const query: SearchQuery = { userId, withFilters, today, now, queryVectors, fairShare: perDay };
  const candidates = await listCandidates(ctx, tx, query, cap);
  const remaining = rankExactly(seeker, candidates, weights, perDay);
  const isReady = await bgp.isReady(tx, userId);
  while (remaining[0]) {
    // A user who already said yes does not wait for a draw.
    const share = remaining[0].id.hasLikedSeeker ? 0 : isReady ? EXPLORATION_SHARE : UNREADY_EXPLORATION_SHARE;
    const { index, propensity } = drawIntroduction(remaining.length, share, random);
    const [{ id: candidate }] = remaining.splice(index, 1) as [(typeof remaining)[number]];
    const otherId = candidate.userId;
    const showing = { userId: otherId, today, fairShare: perDay, cap: candidate.hasLikedSeeker ? null : cap };
    if (!(await recordShowing(tx, showing))) continue;
    const introduction = { userId, otherId, seeker, other: candidate.model, weights, propensity };
    const view = await showMatch(ctx, tx, introduction);
    if (view) return view;
  }
  if (!mayHint) throw new AppError('nobody_left', nobodyLeftSentence(null));
  const blocking = await withSearchTimeout(tx, () => countBlockingFilters(tx, query, cap));
  throw new AppError('nobody_left', nobodyLeftSentence(blocking));
}

async function listCandidates({ bgp }: SearchContext, tx: Tx, query: SearchQuery, cap: number): Promise<Candidate[]> {
  const rows = await withSearchTimeout(tx, () => listEligibleUsers(tx, query, cap, RERANK_LIMIT));
  const models = await bgp.getUserModels(
    tx,
    rows.map(({ userId }) => userId),
  );
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
  const merged = ranked.map((each) =>
    each.id.hasLikedSeeker ? { ...each, rank: each.rank + Math.sqrt(each.pij) - Math.sqrt(each.pij * each.pji) } : each,
  );
  return merged.sort((a, b) => b.rank - a.rank);
}
