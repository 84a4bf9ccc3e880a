import type { BehaviouralEventType } from '@soulsight/contract/bgp';
import type { Trait } from '@soulsight/contract/traits';
import type { Evidence } from './evidence.ts';
import { FEATURES, type Feature, type FeatureFacts, featurePrior } from './features.ts';
import { isLanguage, type Language } from './languages.ts';
import { clamp } from './normal.ts';
import { SIGNAL_THRESHOLD } from './signals.ts';

/** Metadata of an event: only the features named in `FEATURES` are read. */
export type EventFeatures = Readonly<Record<string, number | boolean | string | null | undefined>>;

/** A feature; one that is read from words is compared within its language only. */
export type FeatureKey = Feature | `${Feature}:${Language}`;

/** How many observations the prior counts as. */
const PRIOR_COUNT = 30;
/** The value of a signal that is there. */
const PRESENT = 0.5;
const FEATURE_NAMES = Object.keys(FEATURES) as Feature[];

/** Running count, mean and sum of squared deviations of one feature. */
export type RunningStat = { n: number; mean: number; m2: number };
export type Population = Readonly<Partial<Record<FeatureKey, RunningStat>>>;

/** One value of one feature, on the scale on which it is averaged. */
export type Observation = { key: FeatureKey; x: number };

export function featureFromKey(key: FeatureKey): Feature {
  return key.split(':')[0] as Feature;
}

/** The statistics of a feature before the first observation. */
export function priorStat(key: FeatureKey): RunningStat {
  const [feature, language] = key.split(':') as [Feature, Language?];
  const { mean, sd } = featurePrior(feature, language);
  return { n: PRIOR_COUNT, mean, m2: PRIOR_COUNT * sd * sd };
}

/**
 * What one event shows about the user who acted. Each fact is in exactly one event: of the events of one message, `message_sent`
 * has what the message lacks, and the more specific event has what it contains. A signal is observed only where it could have been
 * expected, whether it is there or not, so that an average user stays average.
 */
export function observe(type: BehaviouralEventType, features: EventFeatures): Observation[] {
  return FEATURE_NAMES.flatMap((name) => {
    const key = toKey(name, features);
    const x = scaleFeature(name, features);
    return key !== null && x !== null && isCarriedBy(type, name, features) ? [{ key, x }] : [];
  });
}

/** Features of words need a language that can be read. Events from before languages were detected count as English. */
function toKey(name: Feature, { language }: EventFeatures): FeatureKey | null {
  if (!FEATURES[name].words) return name;
  if (language === undefined) return `${name}:en`;
  return isLanguage(language) ? `${name}:${language}` : null;
}

function isCarriedBy(type: BehaviouralEventType, name: Feature, features: EventFeatures): boolean {
  const { event, expectedIf }: FeatureFacts = FEATURES[name];
  if (expectedIf !== undefined && features[expectedIf] !== true) return false;
  if (event === 'match_liked') return type === 'match_liked' || type === 'match_passed';
  if (!isAspect(event)) return type === event;
  return type === (isPresent(features[name]) ? event : 'message_sent');
}

/** Events recorded in addition to a message's `message_sent`. */
function isAspect(event: BehaviouralEventType): boolean {
  return ['vulnerability_shared', 'question_asked', 'emotional_support', 'conflict_resolution'].includes(event);
}

function isPresent(signal: EventFeatures[string]): boolean {
  return typeof signal === 'number' ? signal >= SIGNAL_THRESHOLD : signal === true;
}

/** Whether a feature is a signal found by patterns, of which only the presence counts: see `signalValue`. */
function isSignal(name: Feature): boolean {
  const { strength }: FeatureFacts = FEATURES[name];
  return strength === true;
}

/** One value for every signal that is there: how many patterns agree differs between languages and says nothing about the message. */
function signalValue(strength: number): number {
  return strength >= SIGNAL_THRESHOLD ? PRESENT : 0;
}

function scaleFeature(name: Feature, features: EventFeatures): number | null {
  const raw = features[name];
  const x = typeof raw === 'boolean' ? Number(raw) : isSignal(name) && typeof raw === 'number' ? signalValue(raw) : raw;
  if (typeof x !== 'number' || !Number.isFinite(x)) return null;
  const { log, max, min = 0 }: FeatureFacts = FEATURES[name];
  const bounded = clamp(x, min, max);
  return log ? Math.log1p(bounded) : bounded;
}

/**
 * The population after more observations.
 * Source: Welford, "Note on a method for calculating corrected sums", 1962.
 */
export function updatePopulation(population: Population, observations: readonly Observation[]): Population {
  const next: Partial<Record<FeatureKey, RunningStat>> = { ...population };
  for (const { key, x } of observations) {
    const { n, mean, m2 } = next[key] ?? priorStat(key);
    const delta = x - mean;
    const newMean = mean + delta / (n + 1);
    next[key] = { n: n + 1, mean: newMean, m2: m2 + delta * (x - newMean) };
  }
  return next;
}

/** A value in standard deviations from the population's mean. */
export function standardise({ key, x }: Observation, population: Population): number {
  const { n, mean, m2 } = population[key] ?? priorStat(key);
  return (x - mean) / Math.max(1e-6, Math.sqrt(m2 / n));
}

/** The key of a loading: event, feature and trait. Learned loadings are stored under it. */
function loadingKey(feature: Feature, trait: Trait): string {
  return `${FEATURES[feature].event} ${feature} ${trait}`;
}

/** The loadings of a feature on each trait, learned or prior. A negative sign of the feature is included. */
export function loadingsOn(
  feature: Feature,
  learned: Readonly<Record<string, number>> = {},
): { trait: Trait; loading: number; key: string }[] {
  const { on, heard = 1 }: FeatureFacts = FEATURES[feature];
  return (Object.entries(on) as [Trait, number][]).map(([trait, prior]) => {
    const key = loadingKey(feature, trait);
    return { trait, loading: learned[key] ?? prior * heard, key };
  });
}

/** The prior loadings by their keys. */
export const PRIOR_LOADINGS: Readonly<Record<string, number>> = Object.fromEntries(
  FEATURE_NAMES.flatMap((feature) => loadingsOn(feature).map(({ key, loading }) => [key, loading])),
);

/** The evidence of one event alone about the user who acted, for the fit of the loadings. */
export function eventEvidence(
  type: BehaviouralEventType,
  features: EventFeatures,
  population: Population = {},
  learned: Readonly<Record<string, number>> = {},
): Evidence[] {
  return observe(type, features).flatMap((observation) => {
    const feature = featureFromKey(observation.key);
    const z = FEATURES[feature].sign * standardise(observation, population);
    return loadingsOn(feature, learned).map(({ trait, loading, key }) => ({ trait, key, loading, z }));
  });
}
