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

const suggestionsSchema = z.strictObject({ suggestions: z.array(suggestionSchema) });
const errors = ['wingman_premium', 'match_gone', 'conversation_gone', 'consent_required'] as const;

export const getAiWingman = endpoint({
  method: 'GET',
  path: '/api/ai-wingman/:matchId',
  summary: 'Suggestions for a match: openers, or replies in a conversation',
  access: 'verified',
  params: z.strictObject({ matchId: uuidSchema }),
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
  response: suggestionsSchema,
  errors,
  callsPerMinute: 30,
});
const wingmanAnalysisSchema = z.strictObject({
  /** The state of the conversation, in two or three sentences. */
  summary: z.string(),
  tone: z.enum(['warm', 'light', 'curious', 'careful', 'tense', 'quiet']),
  /** What to try next. */
  advice: z.array(z.string()),
});
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

/** The endpoints of this file, by name. */
export const wingmanEndpoints = {
  getAiWingman,
  postAiWingmanUse,
  getWingmanInsights,
  getWingmanSuggestions,
  getWingmanAnalysis,
};
