import { innerProduct, offerVector, seekVector } from '../index-vectors.ts';
import { DEFAULT_WEIGHTS, newcomer, type UserModel, updateOnDecision } from '../interest.ts';
import { rankCandidates } from '../ranking.ts';
import { fallbackState } from '../traits.ts';
import { mean } from './metrics.ts';
import { answeredState, randomUser, randomWeights, saysYes } from './people.ts';
import { type Random, randomNormal, seededRandom } from './random.ts';

export type RecallOptions = { seed: number; people: number; seekers: number; fetched: number; wanted: number };

const FALLBACK_SHARE = 0.3;
const DECISIONS_AT_MOST = 40;
const PRICE_SD = 0.7;

/**
 * Recall of the index, 0 to 1: the share of the best `wanted` people by the exact order that are among the `fetched` ones of the
 * index. Most people have answered questions and made decisions; the others have the same fallback profile.
 */
export function indexRecall({ seed, people, seekers, fetched, wanted }: RecallOptions): number {
  const random = seededRandom(seed);
  const pool = Array.from({ length: people }, (_, id) => ({
    id,
    person: userWithHistory(random),
    price: PRICE_SD * randomNormal(random),
    shownToday: 0,
  }));
  const offers = pool.map(({ person, price }) => offerVector(person, DEFAULT_WEIGHTS, price));
  const recalls = pool.slice(0, seekers).map(({ id: self, person }) => {
    const others = pool.filter(({ id }) => id !== self);
    const exact = rankCandidates(person, others, DEFAULT_WEIGHTS, { introductionsPerDay: 1 }).slice(0, wanted);
    const seek = seekVector(person, DEFAULT_WEIGHTS);
    const byIndex = others
      .map(({ id }) => ({ id, product: innerProduct(seek, offers[id] ?? []) }))
      .sort((one, other) => other.product - one.product)
      .slice(0, fetched);
    const fetchedIds = new Set(byIndex.map(({ id }) => id));
    return exact.filter(({ id }) => fetchedIds.has(id)).length / wanted;
  });
  return mean(recalls);
}

function userWithHistory(random: Random): UserModel {
  if (random() < FALLBACK_SHARE) return newcomer(fallbackState());
  const truth = randomUser(random);
  const weights = randomWeights(random);
  let person = newcomer(answeredState(truth, random(), random));
  for (let n = Math.floor(random() * DECISIONS_AT_MOST); n > 0; n--) {
    const stranger = randomUser(random);
    const other = newcomer(answeredState(stranger, random(), random));
    const chose = updateOnDecision(person, other, saysYes(truth, stranger, weights, random) ? 1 : 0, DEFAULT_WEIGHTS);
    const chosen = updateOnDecision(other, person, saysYes(stranger, truth, weights, random) ? 1 : 0, DEFAULT_WEIGHTS);
    person = { ...person, a: chose.a, va: chose.va, b: chosen.b, vb: chosen.vb };
  }
  return person;
}
