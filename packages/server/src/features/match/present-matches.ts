import { AppError } from '@soulsight/contract/errors';
import type { Match } from '@soulsight/contract/match';
import type { MatchContext } from './match.context.ts';
import { presentMatch } from './match.presenter.ts';
import { findMatchView, type MatchView } from './match.store.ts';

type Context = Pick<MatchContext, 'db' | 'profile' | 'trust' | 'bgp'>;

/** Adds the current score, the other user's profile at the stage of the reveal, and their trust score. Leaves out unlisted matches. */
export async function presentMatches(
  { profile, trust, bgp }: Context,
  userId: string,
  views: readonly MatchView[],
): Promise<Match[]> {
  const profiles = await profile.getPublicProfiles(
    userId,
    views.map(({ side, stage }) => ({ id: side.otherId, stage })),
  );
  const otherIds = views.map(({ side }) => side.otherId);
  const trustScores = await trust.getScores(otherIds);
  const pairScores = await bgp.scorePairs(userId, otherIds);
  return views.flatMap((view) => {
    const person = profiles.get(view.side.otherId);
    const trusted = trustScores.get(view.side.otherId);
    const score = pairScores.get(view.side.otherId);
    const match = person && trusted && score ? presentMatch(view, person, trusted.trust_score, score) : null;
    return match ? [match] : [];
  });
}

/** @throws match_gone */
export async function presentOne(ctx: Context, userId: string, view: MatchView): Promise<Match> {
  const [match] = await presentMatches(ctx, userId, [view]);
  if (!match) throw new AppError('match_gone');
  return match;
}

/** @throws match_gone */
export async function getMatch(ctx: Context, userId: string, matchId: string): Promise<Match> {
  const view = await findMatchView(ctx.db, userId, matchId);
  if (!view) throw new AppError('match_gone');
  return await presentOne(ctx, userId, view);
}
