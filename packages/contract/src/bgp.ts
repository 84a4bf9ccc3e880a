import { z } from 'zod';
import { auraSchema } from './aura.ts';
import { endpoint, idParamsSchema, instantSchema, okSchema, percentSchema, uuidSchema } from './endpoint.ts';
import { READY_MIN_EVENTS, READY_MIN_OVERALL_SCORE } from './limits.ts';
import { TRAITS, traitsSchema } from './traits.ts';

/** The nine kinds of behavioural event; each has one category, one source and one subject. */
export const BEHAVIOURAL_EVENTS = {
  message_sent: { source: 'conversation', category: 'communication', subject: 'response_pattern' },
  vulnerability_shared: { source: 'conversation', category: 'emotional', subject: 'vulnerability_comfort' },
  question_asked: { source: 'conversation', category: 'communication', subject: 'conversation_depth' },
  emotional_support: { source: 'conversation', category: 'emotional', subject: 'empathy_expression' },
  conflict_resolution: { source: 'conversation', category: 'social', subject: 'conflict_handling' },
  profile_viewed: { source: 'matching', category: 'social', subject: 'engagement_pattern' },
  match_liked: { source: 'matching', category: 'decision', subject: 'decision_speed' },
  match_passed: { source: 'matching', category: 'decision', subject: 'selectivity' },
  reveal_requested: { source: 'matching', category: 'relationship', subject: 'intimacy_pace' },
} as const;
export type BehaviouralEventType = keyof typeof BEHAVIOURAL_EVENTS;
export const BEHAVIOURAL_EVENT_TYPES = Object.keys(BEHAVIOURAL_EVENTS) as [
  BehaviouralEventType,
  ...BehaviouralEventType[],
];

/** Features of one event: numbers, flags and short words, never sentences. */
const eventMetadataSchema = z
  .record(z.string().max(40), z.union([z.number(), z.boolean(), z.string().max(60), z.null()]))
  .refine((m) => Object.keys(m).length <= 20, 'at most 20 features');

export const behaviouralEventSchema = z.strictObject({
  type: z.enum(BEHAVIOURAL_EVENT_TYPES),
  category: z.enum(['communication', 'emotional', 'social', 'decision', 'relationship']),
  /** The event's subject, such as `response_pattern`. */
  subject: z.string().max(40).optional(),
  metadata: eventMetadataSchema,
  source: z.enum(['conversation', 'matching']),
  timestamp: instantSchema,
  user_id: uuidSchema,
});
export type BehaviouralEvent = z.infer<typeof behaviouralEventSchema>;

/** A trait as the chart on /profile shows it. */
const traitReadingSchema = z.strictObject({
  trait: z.enum(TRAITS),
  /** 0 to 100. */
  value: percentSchema,
  /** 0 (nothing known) to 1 (certain). */
  confidence: z.number().min(0).max(1),
});

export const insightSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  /** The traits it is based on. */
  traits: z.array(z.enum(TRAITS)),
});
export const recommendationSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  /** Where in the app it can be acted on. */
  href: z.string().startsWith('/').optional(),
});
export const evolutionSchema = z.strictObject({
  at: instantSchema,
  trait: z.enum(TRAITS),
  from: percentSchema,
  to: percentSchema,
  /** Why, in words: "asking questions in your conversations". */
  because: z.string(),
});
export type Insight = z.infer<typeof insightSchema>;
export type Recommendation = z.infer<typeof recommendationSchema>;
export type Evolution = z.infer<typeof evolutionSchema>;

export const bgpProfileSchema = z.strictObject({
  id: uuidSchema,
  traits: traitsSchema,
  recent_events: z.array(behaviouralEventSchema),
  last_activity: instantSchema.nullable(),
  analysis_status: z.enum(['fallback', 'complete']),
  needs_analysis: z.boolean(),
  creation_date: instantSchema,
  fallback_reason: z.string().nullable(),
  /** The rounded mean of the trait values. */
  overall_score: percentSchema,
  /** See `isReadyForMatching`: until then, introductions are drawn from many people who fit. */
  ready_for_matching: z.boolean(),
  readings: z.array(traitReadingSchema),
  aura: auraSchema,
  insights: z.array(insightSchema),
  recommendations: z.array(recommendationSchema),
  evolution: z.array(evolutionSchema),
});
export type BgpProfile = z.infer<typeof bgpProfileSchema>;

/** Ready for matching: a fallback profile, or at least 10 recent events and an overall score above 30. */
export function isReadyForMatching(profile: {
  analysis_status: BgpProfile['analysis_status'];
  events: number;
  overall_score: number;
}): boolean {
  if (profile.analysis_status === 'fallback') return true;
  return profile.events >= READY_MIN_EVENTS && profile.overall_score > READY_MIN_OVERALL_SCORE;
}

export const reasonSchema = z.strictObject({
  /**
   * A trait, `deciding` for how both users tend to decide, `impressions` for how others see them, or `everything_else` for the sum of
   * what is not named.
   */
  key: z.string(),
  /** The sentence that the user reads. */
  text: z.string(),
  /** Whether it raises or lowers the score, compared with two average people; `even` only for `deciding`. */
  direction: z.enum(['for', 'against', 'even']),
  /** How much it changes the score: `slight` by up to about 4 points, `strong` by 15 or more. An exact number would give away traits. */
  level: z.enum(['slight', 'some', 'strong']),
});
export type Reason = z.infer<typeof reasonSchema>;

/** Four of five scores are within it, in steps of 5 points. */
export const compatibilityRangeSchema = z.strictObject({
  low: percentSchema,
  high: percentSchema,
  /** The range is so wide that the score should not be shown. */
  too_early: z.boolean(),
});
export type CompatibilityRange = z.infer<typeof compatibilityRangeSchema>;

export const compatibilitySchema = z.strictObject({
  /**
   * 100 sqrt(P_ij P_ji), a whole number: (score/100)^2 is the probability that both say yes, given that both decide. It never contains
   * what the two decided about each other.
   */
  overall_score: percentSchema,
  range: compatibilityRangeSchema,
  /** The largest first, and `everything_else` last. */
  reasons: z.array(reasonSchema),
});
export type Compatibility = z.infer<typeof compatibilitySchema>;

/** A profile's id, or an object with the id (other keys are ignored). */
const profileRefSchema = z.union([uuidSchema, z.object({ id: uuidSchema })]);

export const questionSchema = z.strictObject({
  id: z.string(),
  text: z.string(),
  kind: z.literal('agreement'),
  /** The caller's answer, 1 (strongly disagree) to 5 (strongly agree); null when skipped or not asked yet. */
  answer: z.number().int().min(1).max(5).nullable(),
  skipped: z.boolean(),
});
export type Question = z.infer<typeof questionSchema>;

export const answerNoticeSchema = z.strictObject({
  /** Many equal answers in a row, or answers that contradict each other. Such answers count less. */
  kind: z.enum(['alike', 'contradictory']),
  /** The statement to begin with. */
  question_id: z.string(),
});
export type AnswerNotice = z.infer<typeof answerNoticeSchema>;

export const getBgpProfile = endpoint({
  method: 'GET',
  path: '/api/bgp/profile',
  summary: 'Your behavioural profile, with insights, recommendations and evolution',
  access: 'signed_in',
  response: bgpProfileSchema,
});
export const postBgpInsights = endpoint({
  method: 'POST',
  path: '/api/bgp/insights',
  summary: 'Fresh insights over a timeframe',
  access: 'signed_in',
  body: z.strictObject({ bgp_id: uuidSchema, timeframe: z.enum(['7d', '30d', '90d']).default('30d') }),
  response: z.strictObject({ insights: z.array(insightSchema) }),
  errors: ['forbidden'],
});
export const postBgpEvent = endpoint({
  method: 'POST',
  path: '/api/bgp/event',
  summary: 'Report a behavioural event; kinds that the server records itself are accepted and ignored',
  access: 'signed_in',
  body: z.strictObject({
    type: z.enum(BEHAVIOURAL_EVENT_TYPES),
    category: z.enum(['communication', 'emotional', 'social', 'decision', 'relationship']),
    subject: z.string().max(40).optional(),
    metadata: eventMetadataSchema.default({}),
    source: z.enum(['conversation', 'matching']),
    timestamp: instantSchema,
    user_id: uuidSchema.optional(),
  }),
  response: okSchema,
  errors: ['forbidden'],
});
export const postBgpAnalyze = endpoint({
  method: 'POST',
  path: '/api/bgp/analyze',
  summary: 'Analyse your profile now; "retry_fallback" retries a fallback one',
  access: 'signed_in',
  body: z.strictObject({ user_id: uuidSchema, retry_fallback: z.boolean().default(false) }),
  response: bgpProfileSchema,
  errors: ['no_fallback_profile', 'analysis_unavailable', 'consent_required', 'forbidden'],
  callsPerMinute: 10,
});
export const postBgpCompatibility = endpoint({
  method: 'POST',
  path: '/api/bgp/compatibility',
  summary: 'Compatibility of two stored profiles, one of them yours and the other of someone you are paired with',
  access: 'signed_in',
  body: z.strictObject({ user_bgp: profileRefSchema, other_bgp: profileRefSchema }),
  response: compatibilitySchema,
  errors: ['profile_missing', 'forbidden', 'not_found'],
});
export const getBgpCompatibility = endpoint({
  method: 'GET',
  path: '/api/bgp/compatibility/:id',
  summary: 'Compatibility with the person of a match (id of the match)',
  access: 'signed_in',
  params: idParamsSchema,
  response: compatibilitySchema,
  errors: ['profile_missing', 'match_gone'],
});
export const getBgpRecommendations = endpoint({
  method: 'GET',
  path: '/api/bgp/recommendations',
  summary: 'Recommendations for you',
  access: 'signed_in',
  response: z.strictObject({ recommendations: z.array(recommendationSchema) }),
});
export const postBgpUpdate = endpoint({
  method: 'POST',
  path: '/api/bgp/update',
  summary: 'Update the profile with everything recorded so far',
  access: 'signed_in',
  response: bgpProfileSchema,
});
export const getBgpQuestions = endpoint({
  method: 'GET',
  path: '/api/bgp/questions',
  summary: 'The questionnaire with your answers so far',
  access: 'signed_in',
  response: z.strictObject({
    questions: z.array(questionSchema),
    answered: z.number().int(),
    total: z.number().int(),
    /** Whether the answers need another look; null when they are fine. */
    notice: answerNoticeSchema.nullable(),
  }),
});
export const postBgpQuestions = endpoint({
  method: 'POST',
  path: '/api/bgp/questions',
  summary: 'Answer or skip questions (answer null skips)',
  access: 'signed_in',
  body: z.strictObject({
    answers: z
      .array(z.strictObject({ id: z.string().max(60), answer: z.number().int().min(1).max(5).nullable() }))
      .min(1)
      .max(100),
  }),
  response: z.strictObject({
    answered: z.number().int(),
    total: z.number().int(),
    notice: answerNoticeSchema.nullable(),
  }),
  errors: ['consent_required'],
});

/** The endpoints of this file, by name. */
export const bgpEndpoints = {
  getBgpProfile,
  postBgpInsights,
  postBgpEvent,
  postBgpAnalyze,
  postBgpCompatibility,
  getBgpCompatibility,
  getBgpRecommendations,
  postBgpUpdate,
  getBgpQuestions,
  postBgpQuestions,
};
