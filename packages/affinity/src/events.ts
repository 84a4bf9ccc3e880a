import type { BehaviouralEventType } from '@soulsight/contract/bgp';
import type { Trait } from '@soulsight/contract/traits';
import type { Evidence } from './evidence.ts';
import { SIGNAL_THRESHOLD } from './signals.ts';

/** Metadata of an event: only the features named below are read. */
export type EventFeatures = Readonly<Record<string, number | boolean | string | null | undefined>>;

/**
 * The features that evidence is taken from, with the prior mean and deviation of each. `log` features (characters, times) are
 * standardised as log(1 + x).
 */
const FEATURES = {
  message_length: { log: true, mean: 4.1, sd: 0.9 },
  /** Seconds since the other's last message; null for an opener. */
  response_time: { log: true, mean: 5.7, sd: 2 },
  emotional_tone: { log: false, mean: 0.2, sd: 0.4 },
  is_question: { log: false, mean: 0.3, sd: 0.46 },
  vulnerability: { log: false, mean: 0.07, sd: 0.2 },
  support: { log: false, mean: 0.06, sd: 0.19 },
  repair: { log: false, mean: 0.03, sd: 0.14 },
  /** Seconds that a profile was looked at. */
  dwell_time: { log: true, mean: 2.6, sd: 0.8 },
  /** Seconds from seeing a person to the like or pass. */
  decision_time: { log: true, mean: 2.2, sd: 0.8 },
  /** Hours between the mutual match and the request. */
  hours_known: { log: true, mean: 3.9, sd: 1.2 },
} as const;
export type Feature = keyof typeof FEATURES;

/** How many observations the prior counts as. */
const PRIOR_COUNT = 30;

/** Running count, mean and sum of squared deviations of one feature. */
export type RunningStat = { n: number; mean: number; m2: number };
export type Population = Record<Feature, RunningStat>;

/** The population before the first observation. */
export function priorPopulation(): Population {
  const entries = Object.entries(FEATURES).map(([name, { mean, sd }]) => [
    name,
    { n: PRIOR_COUNT, mean, m2: PRIOR_COUNT * sd * sd },
  ]);
  return Object.fromEntries(entries) as Population;
}

/** Events recorded in addition to a message's `message_sent`, with the same features: only `message_sent` counts. */
const MESSAGE_ASPECTS: readonly BehaviouralEventType[] = [
  'vulnerability_shared',
  'question_asked',
  'emotional_support',
  'conflict_resolution',
];

/**
 * The population after one more event. A message counts once, even if several events are recorded for it.
 * Source: Welford, "Note on a method for calculating corrected sums", 1962.
 */
export function updatePopulation(
  population: Population,
  features: EventFeatures,
  type: BehaviouralEventType = 'message_sent',
): Population {
  if (MESSAGE_ASPECTS.includes(type)) return population;
  const next = { ...population };
  for (const name of Object.keys(FEATURES) as Feature[]) {
    const x = scaleFeature(name, features);
    if (x === null) continue;
    const { n, mean, m2 } = next[name];
    const delta = x - mean;
    const newMean = mean + delta / (n + 1);
    next[name] = { n: n + 1, mean: newMean, m2: m2 + delta * (x - newMean) };
  }
  return next;
}

/** A feature in standard deviations from the population's mean, or null when the event does not have it. */
export function standardise(name: Feature, features: EventFeatures, population: Population): number | null {
  const x = scaleFeature(name, features);
  if (x === null) return null;
  const { n, mean, m2 } = population[name];
  return (x - mean) / Math.max(1e-6, Math.sqrt(m2 / n));
}

function scaleFeature(name: Feature, features: EventFeatures): number | null {
  const raw = features[name];
  const x = typeof raw === 'boolean' ? Number(raw) : raw;
  if (typeof x !== 'number' || !Number.isFinite(x)) return null;
  return FEATURES[name].log ? Math.log1p(Math.max(0, x)) : x;
}

type Loadings = { feature: Feature; sign: 1 | -1; on: Partial<Record<Trait, number>> };

const VULNERABILITY = { vulnerability_comfort: 0.35, emotional_depth: 0.25, trust_building: 0.2 };
const QUESTION = { conversation_depth: 0.25, empathy_expression: 0.15, openness: 0.1 };
const SUPPORT = { empathy_expression: 0.35, emotional_intelligence: 0.25, agreeableness: 0.2 };

/**
 * Prior loadings of the nine events; the nightly fit adapts them to questionnaire answers. `sign` is -1 for times: a shorter
 * time means more of the trait.
 */
const EVENT_LOADINGS: Record<BehaviouralEventType, Loadings[]> = {
  message_sent: [
    { feature: 'message_length', sign: 1, on: { response_thoughtfulness: 0.2, emotional_depth: 0.1 } },
    { feature: 'response_time', sign: -1, on: { social_energy: 0.15 } },
    {
      feature: 'emotional_tone',
      sign: 1,
      on: { agreeableness: 0.15, emotional_stability: 0.15, neuroticism: -0.15 },
    },
  ],
  vulnerability_shared: [{ feature: 'vulnerability', sign: 1, on: VULNERABILITY }],
  question_asked: [{ feature: 'is_question', sign: 1, on: QUESTION }],
  emotional_support: [{ feature: 'support', sign: 1, on: SUPPORT }],
  conflict_resolution: [
    { feature: 'repair', sign: 1, on: { conflict_resolution: 0.4, emotional_stability: 0.2, adaptability: 0.15 } },
  ],
  profile_viewed: [{ feature: 'dwell_time', sign: 1, on: { decision_speed: -0.15, planning_approach: 0.1 } }],
  match_liked: [{ feature: 'decision_time', sign: -1, on: { decision_speed: 0.3 } }],
  match_passed: [{ feature: 'decision_time', sign: -1, on: { decision_speed: 0.3 } }],
  reveal_requested: [
    {
      feature: 'hours_known',
      sign: -1,
      on: { intimacy_pace: 0.35, commitment_readiness: 0.15, risk_tolerance: 0.15 },
    },
  ],
};

/**
 * A message that shares or asks nothing is evidence too. Otherwise the users who write most would seem the most open, and the
 * population mean would drift. Support counts as absent only where the other user's message called for it.
 */
const ABSENCES: { event: BehaviouralEventType; isAbsent: (features: EventFeatures) => boolean }[] = [
  { event: 'vulnerability_shared', isAbsent: (f) => isBelowThreshold(f.vulnerability) },
  { event: 'question_asked', isAbsent: (f) => f.is_question === false },
  { event: 'emotional_support', isAbsent: (f) => f.support_called_for === true && isBelowThreshold(f.support) },
];

/** The key of a loading: event, feature and trait. */
function loadingKey(event: BehaviouralEventType, feature: Feature, trait: string): string {
  return `${event} ${feature} ${trait}`;
}

/** The prior loadings by their keys. */
export const PRIOR_LOADINGS: Readonly<Record<string, number>> = Object.fromEntries(
  (Object.keys(EVENT_LOADINGS) as BehaviouralEventType[]).flatMap((event) =>
    EVENT_LOADINGS[event].flatMap(({ feature, on }) =>
      Object.entries(on).map(([trait, loading]) => [loadingKey(event, feature, trait), loading]),
    ),
  ),
);

/**
 * The evidence of one event about the user who acted. Features that the event does not have give no evidence.
 *
 * @param group shared by events that are not independent: `conversation:date` for messages, omitted for other events
 * @param learned refitted loadings; they replace the prior ones
 */
export function eventEvidence(
  type: BehaviouralEventType,
  features: EventFeatures,
  population: Population,
  group?: string,
  learned: Readonly<Record<string, number>> = {},
): Evidence[] {
  const events = type === 'message_sent' ? [type, ...listAbsentEvents(features)] : [type];
  const grouped = group === undefined ? {} : { group };
  return events.flatMap((event) =>
    EVENT_LOADINGS[event].flatMap((loadings) => {
      const z = standardise(loadings.feature, features, population);
      if (z === null) return [];
      return Object.entries(loadings.on).map(([trait, prior]) => {
        const key = loadingKey(event, loadings.feature, trait);
        return { trait: trait as Trait, loading: learned[key] ?? prior, z: loadings.sign * z, key, ...grouped };
      });
    }),
  );
}

function listAbsentEvents(features: EventFeatures): BehaviouralEventType[] {
  return ABSENCES.filter(({ isAbsent }) => isAbsent(features)).map(({ event }) => event);
}

function isBelowThreshold(signal: EventFeatures[string]): boolean {
  return typeof signal === 'number' && signal < SIGNAL_THRESHOLD;
}
