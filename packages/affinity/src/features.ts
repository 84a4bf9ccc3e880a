import type { BehaviouralEventType } from '@soulsight/contract/bgp';
import type { Trait } from '@soulsight/contract/traits';
import type { Language } from './languages.ts';

/** A feature of behaviour, and what it is evidence of. */
export type FeatureFacts = {
  /** The event that carries it. */
  event: BehaviouralEventType;
  /** A signal's strength, of which only the presence counts. */
  strength?: true;
  /** Read from words: needs a language that can be read, and is compared with others within that language. */
  words: boolean;
  /** Lengths and times are averaged as log(1 + x). */
  log: boolean;
  /** Values outside are set to the nearest bound; `min` is 0 where absent. */
  min?: number;
  max: number;
  /** Mean and deviation before there are observations. */
  mean: number;
  sd: number;
  /** -1 for times and doubts: less means more of the trait. */
  sign: 1 | -1;
  /** Correlation of one observation with each trait, if it were read without error. */
  on: Partial<Record<Trait, number>>;
  /**
   * Correlation of what is read with what a reader finds, 1 where absent. It is the square root of precision times recall on texts of
   * others, as measured in docs/SCIENCE.md, rounded; for tone it comes from the AUC (docs/decisions/0101). Every correlation in `on` is weakened by it (attenuation, Spearman 1904).
   */
  heard?: number;
  /** A flag of the event that says whether the signal could have been expected at all. */
  expectedIf?: string;
  /** What a user decided about one person; no score of two people contains it. */
  aboutOnePerson?: true;
  /** Not read from words: about how many messages pass between two observations. */
  every?: number;
};

const DAY_S = 24 * 3600;

/**
 * All features. The loadings are assumptions, except that their size follows what is published about text and behaviour: small. The
 * nightly fit adapts them to questionnaire answers.
 */
export const FEATURES = {
  message_length: {
    event: 'message_sent',
    words: true,
    log: true,
    max: 5_000,
    mean: 4.1,
    sd: 0.9,
    sign: 1,
    on: { response_thoughtfulness: 0.2, emotional_depth: 0.1 },
  },
  /** Seconds since the other's last message; null for an opener. */
  response_time: {
    event: 'message_sent',
    words: false,
    log: true,
    max: 14 * DAY_S,
    mean: 5.7,
    sd: 2,
    sign: -1,
    every: 2,
    on: { social_energy: 0.15, extraversion: 0.1 },
  },
  emotional_tone: {
    event: 'message_sent',
    words: true,
    log: false,
    min: -1,
    max: 1,
    mean: 0.2,
    sd: 0.4,
    sign: 1,
    heard: 0.5,
    on: { agreeableness: 0.15, emotional_stability: 0.15, neuroticism: -0.15 },
  },
  /** Whether the message laughs or jokes. */
  humour: {
    event: 'message_sent',
    words: true,
    strength: true,
    log: false,
    max: 1,
    mean: 0.1,
    sd: 0.25,
    sign: 1,
    on: { extraversion: 0.1 },
  },
  /** Whether the message leaves open what its writer means. */
  hedging: {
    event: 'message_sent',
    words: true,
    strength: true,
    log: false,
    max: 1,
    mean: 0.1,
    sd: 0.3,
    sign: -1,
    on: { communication_style: 0.15 },
  },
  /** Whether an exchange after a pause was opened by this user (1) or by the other (0). */
  initiates: {
    event: 'message_sent',
    words: false,
    log: false,
    max: 1,
    mean: 0.5,
    sd: 0.5,
    sign: 1,
    every: 10,
    on: { extraversion: 0.2, social_energy: 0.1 },
  },
  /** Whether the other's question was answered within a day. */
  answered_in_time: {
    event: 'message_sent',
    words: false,
    log: false,
    max: 1,
    mean: 0.9,
    sd: 0.3,
    sign: 1,
    every: 4,
    on: { conscientiousness: 0.2 },
  },
  is_question: {
    event: 'question_asked',
    words: true,
    log: false,
    max: 1,
    mean: 0.3,
    sd: 0.46,
    sign: 1,
    on: { conversation_depth: 0.25, empathy_expression: 0.15, openness: 0.1 },
  },
  vulnerability: {
    event: 'vulnerability_shared',
    words: true,
    strength: true,
    log: false,
    max: 1,
    mean: 0.07,
    sd: 0.2,
    sign: 1,
    heard: 0.5,
    on: { vulnerability_comfort: 0.35, emotional_depth: 0.25, trust_building: 0.2 },
  },
  support: {
    event: 'emotional_support',
    words: true,
    strength: true,
    log: false,
    max: 1,
    mean: 0.35,
    sd: 0.35,
    sign: 1,
    heard: 0.5,
    on: { empathy_expression: 0.35, emotional_intelligence: 0.25, agreeableness: 0.2 },
    expectedIf: 'support_called_for',
  },
  repair: {
    event: 'conflict_resolution',
    words: true,
    strength: true,
    log: false,
    max: 1,
    mean: 0.2,
    sd: 0.3,
    sign: 1,
    heard: 0.5,
    on: { conflict_resolution: 0.4, emotional_stability: 0.2, adaptability: 0.15, communication_style: 0.15 },
    expectedIf: 'repair_called_for',
  },
  /** Seconds that a profile was looked at. Not evidence of decision speed: the decision's own time is. */
  dwell_time: {
    event: 'profile_viewed',
    words: false,
    log: true,
    max: DAY_S,
    mean: 2.6,
    sd: 0.8,
    sign: 1,
    every: 4,
    aboutOnePerson: true,
    on: { planning_approach: 0.1 },
  },
  /** Seconds from seeing a person to the like or pass. */
  decision_time: {
    event: 'match_liked',
    words: false,
    log: true,
    max: DAY_S,
    mean: 2.2,
    sd: 0.8,
    sign: -1,
    every: 4,
    aboutOnePerson: true,
    on: { decision_speed: 0.3 },
  },
  /** Hours between the mutual match and the request. */
  hours_known: {
    event: 'reveal_requested',
    words: false,
    log: true,
    max: 8_760,
    mean: 3.9,
    sd: 1.2,
    sign: -1,
    every: 15,
    aboutOnePerson: true,
    on: { intimacy_pace: 0.35, commitment_readiness: 0.15, risk_tolerance: 0.15 },
  },
} as const satisfies Record<string, FeatureFacts>;
export type Feature = keyof typeof FEATURES;

/**
 * Where a language differs from English before there are observations. Lengths: the same text has 1.1 times the characters in German,
 * 1.01 in Spanish, 1.12 in French and .46 in Japanese. Tone: mean and spread of
 * each word list relative to VADER's on the English text. Both are from the conversations of `science/parallel-conversations.ts` and
 * `science/longer-conversations.ts`.
 */
const LANGUAGE_PRIORS: Partial<Record<Feature, Partial<Record<Language, { mean: number; sd: number }>>>> = {
  message_length: {
    de: { mean: 4.2, sd: 0.9 },
    es: { mean: 4.11, sd: 0.9 },
    fr: { mean: 4.21, sd: 0.9 },
    ja: { mean: 3.33, sd: 0.9 },
  },
  emotional_tone: {
    de: { mean: 0.11, sd: 0.38 },
    es: { mean: 0.12, sd: 0.38 },
    fr: { mean: 0.12, sd: 0.38 },
    ja: { mean: 0.06, sd: 0.36 },
  },
};

/** Mean and deviation of a feature before there are observations. */
export function featurePrior(feature: Feature, language?: Language): { mean: number; sd: number } {
  const { mean, sd } = FEATURES[feature];
  return (language && LANGUAGE_PRIORS[feature]?.[language]) ?? { mean, sd };
}
