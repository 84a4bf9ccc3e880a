import { z } from 'zod';
import { endpoint, idParamsSchema, uuidSchema } from './endpoint.ts';

export const suggestionSchema = z.strictObject({
  id: uuidSchema,
  kind: z.enum(['opener', 'reply', 'question', 'support']),
  text: z.string(),
  /** Why this, in a sentence. */
  because: z.string(),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

/**
 * The moments in which a suggested line would do harm, the most urgent first. A message is read as the first of them
 * that it fits.
 */
export const HARD_MOMENTS = [
  'self_harm',
  'abuse',
  'violence',
  'minor',
  'sexual_pressure',
  'scam',
  'hate',
  'grief',
  'illness',
] as const;
export type HardMoment = (typeof HARD_MOMENTS)[number];

/** What else a message can do to a conversation; where several fit, the first one. A hard moment outweighs them. */
export const TURNING_POINTS = ['goodbye', 'hurt', 'boundary'] as const;
export type TurningPoint = (typeof TURNING_POINTS)[number];

/** What comes before any suggestion in a hard moment. */
const wingmanCareSchema = z.strictObject({
  moment: z.enum([...HARD_MOMENTS, ...TURNING_POINTS]),
  /** Whether it is in a message of the caller. */
  mine: z.boolean(),
  /** The number of the message that it is in. */
  seq: z.number().int().min(1),
  title: z.string(),
  text: z.string(),
  /** Whom to call, in the caller's country; emergencies first. */
  help: z.array(z.strictObject({ name: z.string(), contact: z.string(), url: z.url().optional() })),
  /** What the caller can do about the other user. */
  actions: z.array(z.enum(['report', 'block'])),
});
export type WingmanCare = z.infer<typeof wingmanCareSchema>;

/** Why there is nothing to suggest. */
const SILENCES = [
  'crisis',
  'foreign',
  'waiting',
  'only_you',
  'nothing_specific',
  'ended',
  'all_shown',
  'not_allowed',
] as const;

const suggestionsSchema = z.strictObject({
  suggestions: z.array(suggestionSchema),
  care: wingmanCareSchema.nullable(),
  /** The language of the suggestions (ISO 639-1); null if there are none, or if it is unknown. */
  language: z.string().nullable(),
  /** Set where there are no suggestions. */
  silence: z.enum(SILENCES).nullable(),
  /** The other user's question that is still open, in their words. */
  open_question: z.strictObject({ text: z.string(), seq: z.number().int().min(1) }).nullable(),
  /** What wrote the suggestions. */
  source: z.enum(['local', 'model']),
  /** The language model is still writing: ask once more with the same `request_id` and `wait`. */
  pending: z.boolean(),
});
export type WingmanSuggestions = z.infer<typeof suggestionsSchema>;
const errors = ['wingman_premium', 'match_gone', 'conversation_gone', 'consent_required'] as const;

/**
 * A repeated `request_id` is never charged twice, and returns the same lines if the first answer was lost. With `wait` the answer comes only when the language model is done. Without `again`
 * the lines for this moment come once more, as for another device; with it only lines that were not shown before.
 */
const suggestionsQuerySchema = z.strictObject({
  request_id: uuidSchema.optional(),
  wait: z.stringbool().optional(),
  again: z.stringbool().optional(),
});

export const getAiWingman = endpoint({
  method: 'GET',
  path: '/api/ai-wingman/:matchId',
  summary: 'Suggestions for a match: openers, or replies in a conversation',
  access: 'verified',
  params: z.strictObject({ matchId: uuidSchema }),
  query: suggestionsQuerySchema,
  response: suggestionsSchema,
  errors,
  callsPerMinute: 30,
});
export const postAiWingmanUse = endpoint({
  method: 'POST',
  path: '/api/ai-wingman/:matchId/use',
  summary: 'Use a suggestion: returns the text for the message box, never sends it',
  access: 'verified',
  params: z.strictObject({ matchId: uuidSchema }),
  body: z.strictObject({ suggestion_id: uuidSchema }),
  response: z.strictObject({ message: z.string() }),
  errors: [...errors, 'not_found'],
});
const wingmanModelSchema = z.strictObject({
  /** Whether this site has a language model. */
  available: z.boolean(),
  /** Whether the caller, and the other user, agree to its use. Both must. */
  mine: z.boolean(),
  theirs: z.boolean(),
  /** What was sent to it for this match in the last 30 days, newest first, at most five. */
  sent: z.array(
    z.strictObject({ at: z.iso.datetime(), status: z.enum(['running', 'answered', 'failed']), text: z.string() }),
  ),
});
export type WingmanModel = z.infer<typeof wingmanModelSchema>;
export const getAiWingmanModel = endpoint({
  method: 'GET',
  path: '/api/ai-wingman/:matchId/model',
  summary: 'Whether the language model may be used with a match, and what was sent to it',
  access: 'verified',
  params: z.strictObject({ matchId: uuidSchema }),
  response: wingmanModelSchema,
  errors,
});
export const getWingmanInsights = endpoint({
  method: 'GET',
  path: '/api/wingman/insights',
  summary: 'What helps you in your conversations',
  access: 'verified',
  response: z.strictObject({ insights: z.array(z.strictObject({ title: z.string(), text: z.string() })) }),
  errors,
});
export const getWingmanSuggestions = endpoint({
  method: 'GET',
  path: '/api/wingman/conversations/:id/suggestions',
  summary: 'Suggestions for a conversation',
  access: 'verified',
  params: idParamsSchema,
  query: suggestionsQuerySchema,
  response: suggestionsSchema,
  errors,
  callsPerMinute: 30,
});
const wingmanAnalysisSchema = z.strictObject({
  care: wingmanCareSchema.nullable(),
  /** Why there are no findings. */
  silence: z.enum(['too_little', 'foreign', 'not_allowed', 'crisis']).nullable(),
  /** What is true of the conversation, each with the numbers of up to three messages that it rests on. */
  findings: z.array(
    z.strictObject({
      kind: z.enum([
        'unanswered',
        'waiting',
        'plan',
        'they_opened',
        'you_opened',
        'balance',
        'you_more',
        'they_more',
        'pace',
        'warmth',
        'warmer',
        'cooler',
      ]),
      text: z.string(),
      seqs: z.array(z.number().int().min(1)),
    }),
  ),
  /** The state of the conversation, in two or three sentences. */
  summary: z.string(),
  tone: z.enum(['warm', 'light', 'curious', 'careful', 'tense', 'quiet']),
  /** What to try next. */
  advice: z.array(z.string()),
});
export type WingmanAnalysis = z.infer<typeof wingmanAnalysisSchema>;
export const getWingmanAnalysis = endpoint({
  method: 'GET',
  path: '/api/wingman/conversations/:id/analysis',
  summary: 'Analysis of a conversation',
  access: 'verified',
  params: idParamsSchema,
  response: wingmanAnalysisSchema,
  errors,
  callsPerMinute: 30,
});

export const getConversationHelp = endpoint({
  method: 'GET',
  path: '/api/wingman/conversations/:id/help',
  summary: 'Whom to call, or how to report and block, in a hard moment of a conversation; without premium',
  access: 'verified',
  params: idParamsSchema,
  response: z.strictObject({ care: wingmanCareSchema.nullable() }),
  errors: ['conversation_gone'],
});

/** The endpoints of this file, by name. */
export const wingmanEndpoints = {
  getAiWingman,
  getAiWingmanModel,
  postAiWingmanUse,
  getWingmanInsights,
  getWingmanSuggestions,
  getWingmanAnalysis,
  getConversationHelp,
};
