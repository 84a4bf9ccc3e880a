import { dailyExposureCap, exposurePrice, updateExposure } from '../exposure.ts';
import { DEFAULT_WEIGHTS, newcomer, type UserModel, updateOnDecision, type Weights } from '../interest.ts';
import { type Candidate, drawIntroduction, EXPLORATION_SHARE, rankCandidates } from '../ranking.ts';
import { gini, mean } from './metrics.ts';
import { answeredState, randomUser, randomWeights, type SyntheticUser, saysYes } from './people.ts';
import { type Random, seededRandom, shuffled } from './random.ts';

/** Who is shown to whom: at random, by popularity, or by the product's ranking. */
type Policy = 'chance' | 'popularity' | 'ours';
export type MarketOptions = {
  policy: Policy;
  seed: number;
  perSide: number;
  days: number;
  introductionsPerDay: number;
  /** Whether the cap on exposure and its price apply. */
  capped: boolean;
};
export type MarketResult = {
  /** Mutual yes per 100 pairs shown. */
  mutualPer100: number;
  /** Gini coefficient of how often each person was shown. */
  gini: number;
  /** Share of people who were never shown. */
  neverShown: number;
};

type Member = {
  id: number;
  truth: SyntheticUser;
  person: UserModel;
  shownToday: number;
  shownEver: number;
  movingMean: number;
};

const ANSWERED_SHARE = 0.8;

/**
 * Simulates a market of two sides over several days. Each day every member, in random order, is introduced to the best of their
 * ranking and says yes or no; the other is asked only after a yes. Each decision is learned immediately, by the production update.
 */
export function simulateMarket(options: MarketOptions): MarketResult {
  const random = seededRandom(options.seed);
  const truth = randomWeights(random);
  const sides = [makeSide(options, random), makeSide(options, random)] as const;
  const met = new Set<string>();
  let mutual = 0;
  for (let day = 0; day < options.days; day++) {
    const seekers = sides.flatMap((side, n) => side.map((seeker) => ({ seeker, n })));
    for (const { seeker, n } of shuffled(seekers, random)) {
      const pool = sides[n === 0 ? 1 : 0].filter(({ id }) => !met.has(pairKey(n, seeker.id, id)));
      for (const found of introductions(seeker, pool, options, random)) {
        met.add(pairKey(n, seeker.id, found.id));
        found.shownToday += 1;
        const liked = decide(seeker, found, truth, random);
        if (liked && decide(found, seeker, truth, random)) mutual += 1;
      }
    }
    for (const member of sides.flat()) endDay(member);
  }
  const shown = sides.flat().map(({ shownEver }) => shownEver);
  return {
    mutualPer100: (100 * mutual) / met.size,
    gini: gini(shown),
    neverShown: mean(shown.map((times) => Number(times === 0))),
  };
}

function makeSide({ perSide, introductionsPerDay }: MarketOptions, random: Random): Member[] {
  return Array.from({ length: perSide }, (_, id) => {
    const truth = randomUser(random);
    const person = newcomer(answeredState(truth, ANSWERED_SHARE, random));
    return { id, truth, person, shownToday: 0, shownEver: 0, movingMean: introductionsPerDay };
  });
}

function pairKey(side: number, seeker: number, other: number): string {
  return side === 0 ? `${seeker}-${other}` : `${other}-${seeker}`;
}

function introductions(seeker: Member, pool: Member[], options: MarketOptions, random: Random): Member[] {
  const inRandomOrder = shuffled(pool, random);
  const ordered =
    options.policy === 'ours' ? byOurRanking(seeker, inRandomOrder, options) : byBaseline(inRandomOrder, options);
  const share = options.policy === 'ours' ? EXPLORATION_SHARE : 0;
  return Array.from({ length: Math.min(options.introductionsPerDay, ordered.length) }, () => {
    const [drawn] = ordered.splice(drawIntroduction(ordered.length, share, random).index, 1);
    return drawn as Member;
  });
}

function byOurRanking(seeker: Member, pool: Member[], { introductionsPerDay, capped }: MarketOptions): Member[] {
  const candidates = pool.map((member): Candidate<Member> => {
    const price = capped ? exposurePrice(member.movingMean, introductionsPerDay) : 0;
    return { id: member, person: member.person, shownToday: member.shownToday, price };
  });
  const limit = capped ? introductionsPerDay : Number.POSITIVE_INFINITY;
  return rankCandidates(seeker.person, candidates, DEFAULT_WEIGHTS, { introductionsPerDay: limit }).map(({ id }) => id);
}

function byBaseline(pool: Member[], { policy, introductionsPerDay, capped }: MarketOptions): Member[] {
  const cap = capped ? dailyExposureCap(introductionsPerDay) : Number.POSITIVE_INFINITY;
  const shown = pool.filter(({ shownToday }) => shownToday < cap);
  return policy === 'popularity' ? shown.sort((one, other) => other.person.b - one.person.b) : shown;
}

function decide(chooser: Member, chosen: Member, truth: Weights, random: Random): boolean {
  const liked = saysYes(chooser.truth, chosen.truth, truth, random);
  const { a, va, b, vb } = updateOnDecision(chooser.person, chosen.person, liked ? 1 : 0, DEFAULT_WEIGHTS);
  chooser.person = { ...chooser.person, a, va };
  chosen.person = { ...chosen.person, b, vb };
  return liked;
}

function endDay(member: Member): void {
  member.movingMean = updateExposure(member.movingMean, member.shownToday);
  member.shownEver += member.shownToday;
  member.shownToday = 0;
}
