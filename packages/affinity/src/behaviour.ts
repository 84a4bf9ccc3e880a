import { DAY_MS } from '@soulsight/contract/time';
import type { Trait } from '@soulsight/contract/traits';
import { type FeatureKey, featureFromKey, loadingsOn, type Observation, type Population, priorStat } from './events.ts';
import { applyMeasurements, type Measurement } from './evidence.ts';
import { FEATURES, type Feature, type FeatureFacts } from './features.ts';
import { clamp } from './normal.ts';
import { decayState, fallbackState, priorState, TRAIT_HALF_LIFE_DAYS, type TraitState, traitIndex } from './traits.ts';

/** Count and sum of a feature within one group. */
type Sums = Partial<Record<FeatureKey, [n: number, sum: number]>>;
/** Total weight and weighted sum of a feature over groups. */
type Weighted = Partial<Record<FeatureKey, [weight: number, sum: number]>>;

/**
 * All observed behaviour of a user as sums, so that the state is a function of what was observed and not of the steps in which it was
 * applied. Stored as JSON: its keys must not change.
 */
export type BehaviourTally = {
  /** The recent groups: one conversation (or match) on one day. */
  groups: Record<string, { day: number; sums: Sums }>;
  /** Older groups, as weights on the day `closedDay`. */
  closed: Weighted;
  closedDay: number;
  /** Observations ever made of each feature. */
  counts: Partial<Record<FeatureKey, number>>;
  /** The latest observation, in milliseconds since the epoch. */
  lastAt: number;
};

/** What was observed at one time. Observations with the same subject on the same day are not independent. */
export type ObservedEvent = { observations: readonly Observation[]; subjectId: string | null; at: Date };

/**
 * How the variance of one observation divides, apart from the trait itself: the user's lasting habits, the conversation's day, and
 * the single message. Habits do not average out, so behaviour alone never makes a trait certain. Assumed: together, the first two are
 * the usual intra-class correlation of .3.
 */
const HABIT_VARIANCE = 0.1;
const DAY_VARIANCE = 0.2;
const MESSAGE_VARIANCE = 0.7;
/** A user's mean of a feature is limited to this many standard deviations. */
const MEAN_LIMIT = 3;
/** Groups older than this are added up. */
const GROUP_OPEN_DAYS = 14;
/** After this many messages, the values that a new profile starts with count half. */
const START_HALF_MESSAGES = 100;

export function emptyTally(): BehaviourTally {
  return { groups: {}, closed: {}, closedDay: 0, counts: {}, lastAt: 0 };
}

/** The tally after more events, in the order in which they were recorded. */
export function addObserved(tally: BehaviourTally, events: readonly ObservedEvent[]): BehaviourTally {
  const next = structuredClone(tally);
  for (const { observations, subjectId, at } of events) {
    if (observations.length === 0) continue;
    const day = Math.floor(at.getTime() / DAY_MS);
    closeGroups(next, day - GROUP_OPEN_DAYS);
    next.groups[`${subjectId ?? ''}:${day}`] ??= { day, sums: {} };
    const { sums } = next.groups[`${subjectId ?? ''}:${day}`] as { sums: Sums };
    for (const { key, x } of observations) {
      const [n, sum] = sums[key] ?? [0, 0];
      sums[key] = [n + 1, sum + x];
      next.counts[key] = (next.counts[key] ?? 0) + 1;
    }
    next.lastAt = Math.max(next.lastAt, at.getTime());
  }
  return next;
}

function closeGroups(tally: BehaviourTally, before: number): void {
  for (const [id, { day, sums }] of Object.entries(tally.groups)) {
    if (day >= before) continue;
    const reference = Math.max(day, tally.closedDay);
    tally.closed = addWeighted(
      scaleWeighted(tally.closed, fading(reference - tally.closedDay)),
      scaleWeighted(weigh(sums), fading(reference - day)),
    );
    tally.closedDay = reference;
    delete tally.groups[id];
  }
}

/** A group's mean weighs 1 / (day variance + message variance / n). */
function weigh(sums: Sums): Weighted {
  return mapEntries(sums, ([n, sum]) => {
    const weight = 1 / (DAY_VARIANCE + MESSAGE_VARIANCE / n);
    return [weight, (weight * sum) / n];
  });
}

/** Observations lose half of their weight, relative to later ones, in the half-life of the traits. */
function fading(days: number): number {
  return 2 ** (-Math.max(0, days) / TRAIT_HALF_LIFE_DAYS);
}

/**
 * What a user's behaviour says about their traits, one measurement for each feature and trait. The mean z of the groups with weights
 * w measures rho theta with the variance 1 / sum(w) + habits, so y = z / rho and r = (1 / sum(w) + habits) / rho^2. Every group is
 * compared with the population as it is now. Source: the random-effects mean (DerSimonian & Laird 1986) with fixed variances.
 */
function measureBehaviour(
  tally: BehaviourTally,
  population: Population,
  learned: Readonly<Record<string, number>> = {},
): (Measurement & { feature: Feature })[] {
  const totals = new Map<Feature, { weight: number; sum: number }>();
  for (const [key, [weight, sum]] of Object.entries(totalWeights(tally)) as [FeatureKey, [number, number]][]) {
    const { n, mean, m2 } = population[key] ?? priorStat(key);
    const total = totals.get(featureFromKey(key)) ?? { weight: 0, sum: 0 };
    const z = (sum - weight * mean) / Math.max(1e-6, Math.sqrt(m2 / n));
    totals.set(featureFromKey(key), { weight: total.weight + weight, sum: total.sum + z });
  }
  return [...totals].flatMap(([feature, { weight, sum }]) => {
    const z = FEATURES[feature].sign * clamp(sum / weight, -MEAN_LIMIT, MEAN_LIMIT);
    const variance = 1 / weight + HABIT_VARIANCE;
    return loadingsOn(feature, learned)
      .filter(({ loading }) => loading !== 0)
      .map(({ trait, loading }) => ({ feature, trait, y: z / loading, r: variance / loading ** 2 }));
  });
}

/** Weights on the day of the latest observation. */
function totalWeights(tally: BehaviourTally): Weighted {
  const last = Math.floor(tally.lastAt / DAY_MS);
  return Object.values(tally.groups).reduce<Weighted>(
    (total, { day, sums }) => addWeighted(total, scaleWeighted(weigh(sums), fading(last - day))),
    scaleWeighted(tally.closed, fading(last - tally.closedDay)),
  );
}

/** The traits by behaviour alone at a time, from the fallback profile, which counts less the more was observed. */
export function behaviourState(
  tally: BehaviourTally,
  population: Population,
  now: Date,
  learned: Readonly<Record<string, number>> = {},
): TraitState {
  const measured = applyMeasurements(startState(tally), measureBehaviour(tally, population, learned));
  return decayState(measured, Math.max(0, now.getTime() - tally.lastAt) / DAY_MS, fallbackState());
}

/**
 * The traits by behaviour as the matching model sees them: nothing of the fallback profile, and nothing that was decided about one
 * person, so that two people's score never contains what they decided about each other.
 */
export function matchingBehaviour(
  tally: BehaviourTally,
  population: Population,
  now: Date,
  learned: Readonly<Record<string, number>> = {},
): TraitState {
  const measurements = measureBehaviour(tally, population, learned).filter(({ feature }) => !isAboutOnePerson(feature));
  const measured = applyMeasurements(priorState(), measurements);
  return decayState(measured, Math.max(0, now.getTime() - tally.lastAt) / DAY_MS);
}

function isAboutOnePerson(feature: Feature): boolean {
  const facts: FeatureFacts = FEATURES[feature];
  return facts.aboutOnePerson === true;
}

function startState(tally: BehaviourTally): TraitState {
  const start = fallbackState();
  const written = countWritten(tally);
  const messages = new Map<Trait, number>();
  for (const feature of Object.keys(FEATURES) as Feature[]) {
    const { words, every = 1 }: FeatureFacts = FEATURES[feature];
    const n = words ? written : every * (tally.counts[feature] ?? 0);
    for (const { trait } of loadingsOn(feature)) messages.set(trait, Math.max(messages.get(trait) ?? 0, n));
  }
  for (const [trait, n] of messages) {
    const k = traitIndex(trait);
    start.means[k] = (start.means[k] ?? 0) * 2 ** (-n / START_HALF_MESSAGES);
  }
  return start;
}

/**
 * How many messages were written in languages that can be read. They count for all that is read from words alike: how often a signal
 * could have been expected depends on how well the other signals are read in the language.
 */
function countWritten(tally: BehaviourTally): number {
  const counts = new Map<Feature, number>();
  for (const [key, n] of Object.entries(tally.counts) as [FeatureKey, number][]) {
    const feature = featureFromKey(key);
    const { words, expectedIf }: FeatureFacts = FEATURES[feature];
    if (words && expectedIf === undefined) counts.set(feature, (counts.get(feature) ?? 0) + n);
  }
  return Math.max(0, ...counts.values());
}

/** Which feature moved a trait, and whether it was seen more or less than before. */
export type Cause = { feature: Feature; direction: 'more' | 'less' };

/**
 * For each trait, the causes of a rise and of a fall between two tallies: the feature whose measurement gained most in that direction.
 * A trait without an entry in a direction was not moved that way by behaviour.
 */
export function findCauses(
  before: BehaviourTally,
  after: BehaviourTally,
  population: Population,
  learned: Readonly<Record<string, number>> = {},
): Map<Trait, { rise?: Cause; fall?: Cause }> {
  const pull = ({ y, r }: Measurement) => y / r;
  const id = ({ feature, trait }: { feature: Feature; trait: Trait }) => `${feature} ${trait}`;
  const earlier = new Map(measureBehaviour(before, population, learned).map((item) => [id(item), pull(item)]));
  const causes = new Map<Trait, { rise?: Cause; fall?: Cause }>();
  const strongest = new Map<string, number>();
  for (const item of measureBehaviour(after, population, learned)) {
    const gain = pull(item) - (earlier.get(id(item)) ?? 0);
    const side = gain > 0 ? 'rise' : 'fall';
    if (Math.abs(gain) <= (strongest.get(`${item.trait} ${side}`) ?? 0)) continue;
    strongest.set(`${item.trait} ${side}`, Math.abs(gain));
    const isMore = gain * FEATURES[item.feature].sign * signOfLoading(item.feature, item.trait, learned) > 0;
    const cause: Cause = { feature: item.feature, direction: isMore ? 'more' : 'less' };
    causes.set(item.trait, { ...causes.get(item.trait), [side]: cause });
  }
  return causes;
}

function signOfLoading(feature: Feature, trait: Trait, learned: Readonly<Record<string, number>>): number {
  return Math.sign(loadingsOn(feature, learned).find((item) => item.trait === trait)?.loading ?? 0);
}

function scaleWeighted(weighted: Weighted, factor: number): Weighted {
  return mapEntries(weighted, ([weight, sum]) => [factor * weight, factor * sum]);
}

function addWeighted(one: Weighted, other: Weighted): Weighted {
  const total = { ...one };
  for (const [key, [weight, sum]] of Object.entries(other) as [FeatureKey, [number, number]][]) {
    const [w, s] = total[key] ?? [0, 0];
    total[key] = [w + weight, s + sum];
  }
  return total;
}

function mapEntries<From, To>(
  record: Partial<Record<FeatureKey, From>>,
  change: (value: From) => To,
): Partial<Record<FeatureKey, To>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value as From)]));
}
