import { z } from 'zod';
import { endpoint, okSchema, uuidSchema } from './endpoint.ts';

/** Words that may fit a person, in the order in which they are offered. They are stored: renaming one needs a migration. */
export const FEEDBACK_WORDS = ['warm', 'funny', 'curious', 'honest', 'ambitious', 'shares_my_interests'] as const;
export type FeedbackWord = (typeof FEEDBACK_WORDS)[number];

/** When the question is asked, once each: after a conversation of some length, and after the last stage of the reveal. */
export const FEEDBACK_OCCASIONS = ['conversation', 'reveal'] as const;
export type FeedbackOccasion = (typeof FEEDBACK_OCCASIONS)[number];

export const FEEDBACK_RATING_MAX = 10;
/** Nobody learns what fewer people than this said about them. */
export const IMPRESSION_RATERS_MIN = 5;

const feedbackAnswerSchema = z.strictObject({
  /** How it was to talk with them, 1 to 10. */
  rating: z.number().int().min(1).max(FEEDBACK_RATING_MAX),
  /** The words that fit, each at most once. */
  words: z
    .array(z.enum(FEEDBACK_WORDS))
    .max(FEEDBACK_WORDS.length)
    .refine((words) => new Set(words).size === words.length, 'Each word at most once.'),
});
export type FeedbackAnswer = z.infer<typeof feedbackAnswerSchema>;

export const impressionsSchema = z.strictObject({
  /** True once `IMPRESSION_RATERS_MIN` people have answered. */
  enough: z.boolean(),
  /** The words that at least a fifth (`sometimes`) or at least half (`often`) of them chose; empty before. */
  words: z.array(z.strictObject({ word: z.enum(FEEDBACK_WORDS), heard: z.enum(['often', 'sometimes']) })),
});
export type Impressions = z.infer<typeof impressionsSchema>;

const matchParamsSchema = z.strictObject({ matchId: uuidSchema });

export const getImpressions = endpoint({
  method: 'GET',
  path: '/api/feedback/impressions',
  summary: 'Words that people who talked with you chose, as an aggregate of at least five of them',
  access: 'signed_in',
  response: impressionsSchema,
});
export const getFeedback = endpoint({
  method: 'GET',
  path: '/api/feedback/:matchId',
  summary: 'Whether you are asked how it is to talk with the person of a match',
  access: 'verified',
  params: matchParamsSchema,
  /** Null when there is nothing to ask. */
  response: z.strictObject({ occasion: z.enum(FEEDBACK_OCCASIONS).nullable() }),
  errors: ['match_gone'],
});
/** A null answer skips the question: it is not asked again. The other user never learns of an answer. */
export const postFeedback = endpoint({
  method: 'POST',
  path: '/api/feedback/:matchId',
  summary: 'Answer or skip (answer null) the question, once for each occasion',
  access: 'verified',
  params: matchParamsSchema,
  body: z.strictObject({ occasion: z.enum(FEEDBACK_OCCASIONS), answer: feedbackAnswerSchema.nullable() }),
  response: okSchema,
  errors: ['match_gone', 'conflict'],
  callsPerMinute: 20,
});

/** The endpoints of this file, by name. */
export const feedbackEndpoints = { getImpressions, getFeedback, postFeedback };
