import type { BehaviouralEventType } from '@soulsight/contract/bgp';
import type { Trait } from '@soulsight/contract/traits';
import type { Evidence } from './evidence.ts';
import { SIGNAL_THRESHOLD } from './signals.ts';

/** Metadata of an event: the named features below are read, everything else is ignored. */
export type EventFeatures = Readonly<Record<string, number | boolean | string | null | undefined>>;

/**
 * The features that evidence is taken from, with what is expected of them before a population has been seen. `log` features
 * (characters, times) are standardised as log(1 + x).
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

/** How many observations the expectation counts for. */
const PRIOR_COUNT = 30;

/** Running count, mean and sum of squared deviations of one feature. */
export type RunningStat = { n: number; mean: number; m2: number };
export type Population = Record<Feature, RunningStat>;

/** The population before anyone was observed. */
export function priorPopulation(): Population {
  const entries = Object.entries(FEATURES).map(([name, { mean, sd }]) => [
    name,
    { n: PRIOR_COUNT, mean, m2: PRIOR_COUNT * sd * sd },
  ]);
  return Object.fromEntries(entries) as Population;
}

/** Kinds that a message is besides being sent: their features are those of its `message_sent`, and count there. */
const MESSAGE_ASPECTS: readonly BehaviouralEventType[] = [
  'vulnerability_shared',
  'question_asked',
  'emotional_support',
  'conflict_resolution',
];

/**
 * The population with one more event seen. A message counts once, however many kinds of event it is. Source: Welford, "Note on a
 * method for calculating corrected sums", 1962.
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

/** A feature in standard deviations from the population's mean, or null when the event does not carry it. */
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
 * Prior loadings of the nine events, to be refitted against questionnaire answers. `sign` -1 marks times, where less is more:
 * a short time is a high speed.
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
 * Without the other side, whoever talks most would seem the most open: each message that shares nothing or asks nothing is
 * evidence too, so that the mean over the population stays where it is. Support counts as absent only where it was called for.
 */
const ABSENCES: { event: BehaviouralEventType; isAbsent: (features: EventFeatures) => boolean }[] = [
  { event: 'vulnerability_shared', isAbsent: (f) => isBelowThreshold(f.vulnerability) },
  { event: 'question_asked', isAbsent: (f) => f.is_question === false },
  { event: 'emotional_support', isAbsent: (f) => f.support_called_for === true && isBelowThreshold(f.support) },
];

/** The name of one loading: what kind of event, which feature, on which trait. */
function loadingKey(event: BehaviouralEventType, feature: Feature, trait: string): string {
  return `${event} ${feature} ${trait}`;
}

/** The loadings that are assumed, by their names. */
export const PRIOR_LOADINGS: Readonly<Record<string, number>> = Object.fromEntries(
  (Object.keys(EVENT_LOADINGS) as BehaviouralEventType[]).flatMap((event) =>
    EVENT_LOADINGS[event].flatMap(({ feature, on }) =>
      Object.entries(on).map(([trait, loading]) => [loadingKey(event, feature, trait), loading]),
    ),
  ),
);

/**
 * What one event says of the person who acted. Features that the event does not carry say nothing.
 *
 * @param group what the event is not independent of: `conversation:date` for talk, left out for the rest
 * @param learned loadings that were refitted, in place of the prior ones
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
