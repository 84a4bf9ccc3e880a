import { z } from 'zod';
import { compatibilityRangeSchema, reasonSchema } from './bgp.ts';
import { conversationSchema } from './chat.ts';
import { endpoint, idParamsSchema, instantSchema, okSchema, percentSchema, uuidSchema } from './endpoint.ts';
import { OPEN_LIKES_MAX } from './limits.ts';
import { publicProfileSchema } from './profile.ts';
import { revealRequestSchema } from './reveal.ts';
import { REVEAL_STAGE_IDS } from './reveal-stages.ts';

/**
 * `suggested`: waits for the caller's decision. `liked`: the caller accepted (see `mutual_match`).
 * `chatting`: there is a conversation. A passed, unmatched or expired match is not listed.
 */
export const MATCH_STATUSES = ['suggested', 'liked', 'chatting'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

export const matchSchema = z.strictObject({
  id: uuidSchema,
  status: z.enum(MATCH_STATUSES),
  mutual_match: z.boolean(),
  /** The caller let the other person know of their like. Nobody's like is shown otherwise before it is mutual. */
  open_like: z.boolean(),
  conversation_id: uuidSchema.nullable(),
  /** The current compatibility, 0 to 100; see `compatibilitySchema`. */
  compatibility_score: percentSchema,
  compatibility_range: compatibilityRangeSchema,
  trust_score: percentSchema,
  /** Null until the two have exchanged messages. */
  emotional_connection_score: percentSchema.nullable(),
  /** The connection expected from both profiles, until there are messages to measure; null if nothing can be said. */
  emotional_connection_expected: percentSchema.nullable(),
  reveal_status: z.enum(REVEAL_STAGE_IDS),
  reasons: z.array(reasonSchema),
  /** Two topics for a first conversation. */
  talking_points: z.array(z.string()),
  person: publicProfileSchema,
  created_at: instantSchema,
});
export type Match = z.infer<typeof matchSchema>;

export const usageLimitsSchema = z.strictObject({
  daily_matches_used: z.number().int().min(0),
  /** Null for no limit (premium). */
  daily_matches_limit: z.number().int().min(0).nullable(),
  active_conversations: z.number().int().min(0),
  conversation_limit: z.number().int().min(0).nullable(),
  /** When the next match can be found; null when it can be now. */
  next_match_available: instantSchema.nullable(),
});
export type UsageLimits = z.infer<typeof usageLimitsSchema>;

/** Milliseconds from seeing the person to the decision. A page may stay open for days; the server stores a day at most. */
const decisionTimeSchema = z.number().min(0);
const acceptSchema = z.strictObject({ decision_time: decisionTimeSchema.optional() });
const rejectSchema = z.strictObject({
  reason: z.string().max(200).optional(),
  decision_time: decisionTimeSchema.optional(),
  /** Only adds the reason to a pass: a suggestion that was brought back meanwhile is not passed again. */
  explains: z.literal(true).optional(),
});
/** How many people let the caller know of a like: none, one, two to four, more. */
export const LIKE_AMOUNTS = ['none', 'one', 'few', 'many'] as const;
export type LikeAmount = (typeof LIKE_AMOUNTS)[number];

const acceptedSchema = z.strictObject({ mutual_match: z.boolean(), match: matchSchema });

export const getMatches = endpoint({
  method: 'GET',
  path: '/api/match',
  summary: 'Your matches, conversations, reveal requests and usage limits',
  access: 'verified',
  response: z.strictObject({
    matches: z.array(matchSchema),
    conversations: z.array(conversationSchema),
    reveal_requests: z.array(revealRequestSchema),
    /** The matches whose next stage the caller may ask for now. Nodes of the version before leave it out. */
    reveal_ready: z.array(uuidSchema).optional(),
    usage_limits: usageLimitsSchema,
  }),
});
export const postMatchFind = endpoint({
  method: 'POST',
  path: '/api/match/find',
  summary: 'Find the best eligible person; an undecided suggestion is returned again without using the allowance',
  access: 'verified',
  response: matchSchema,
  errors: ['daily_match_limit', 'nobody_left', 'onboarding_incomplete', 'unavailable'],
  callsPerMinute: 30,
});
export const getMatchPotential = endpoint({
  method: 'GET',
  path: '/api/match/potential',
  summary: 'Suggestions you have not decided on',
  access: 'verified',
  response: z.strictObject({ matches: z.array(matchSchema) }),
});
export const getMatchPassed = endpoint({
  method: 'GET',
  path: '/api/match/passed',
  summary: 'Suggestions you passed and can still get back: for 30 seconds, with premium for a day',
  access: 'verified',
  response: z.strictObject({ matches: z.array(matchSchema) }),
});
export const getMatchLikes = endpoint({
  method: 'GET',
  path: '/api/match/likes',
  summary:
    'How many people chose to let you know that they like you, roughly; likes that stay hidden are never counted',
  access: 'verified',
  response: z.strictObject({
    amount: z.enum(LIKE_AMOUNTS),
    /** How many people the caller may still let know of a like today. */
    open_likes_left: z.number().int().min(0).max(OPEN_LIKES_MAX),
  }),
});
export const postMatchLikes = endpoint({
  method: 'POST',
  path: '/api/match/likes',
  summary: 'With premium: meet the people who let you know that they like you, the one who waits longest first',
  access: 'verified',
  response: z.strictObject({ matches: z.array(matchSchema) }),
  errors: ['premium_required', 'unavailable'],
  callsPerMinute: 30,
});
export const postMatchLetKnow = endpoint({
  method: 'POST',
  path: '/api/match/:id/let-know',
  summary: 'Let somebody know that you said yes, once per person; taking the like back takes this back too',
  access: 'verified',
  params: idParamsSchema,
  response: matchSchema,
  errors: ['match_gone', 'conflict', 'rate_limited', 'unavailable'],
});
export const getMatch = endpoint({
  method: 'GET',
  path: '/api/match/:id',
  summary: 'One match',
  access: 'verified',
  params: idParamsSchema,
  response: matchSchema,
  errors: ['match_gone'],
});
export const postMatchAccept = endpoint({
  method: 'POST',
  path: '/api/match/:id/accept',
  summary: 'Say yes (decision_time in milliseconds)',
  access: 'verified',
  params: idParamsSchema,
  body: acceptSchema,
  response: acceptedSchema,
  errors: ['match_gone', 'unavailable'],
});
export const postMatchReject = endpoint({
  method: 'POST',
  path: '/api/match/:id/reject',
  summary: 'Pass',
  access: 'verified',
  params: idParamsSchema,
  body: rejectSchema,
  response: okSchema,
  errors: ['match_gone'],
});
export const postMatchLike = endpoint({
  method: 'POST',
  path: '/api/match/like',
  summary: 'Say yes, the id in the body',
  access: 'verified',
  body: acceptSchema.extend({ match_id: uuidSchema }),
  response: acceptedSchema,
  errors: ['match_gone', 'unavailable'],
});
export const postMatchPass = endpoint({
  method: 'POST',
  path: '/api/match/pass',
  summary: 'Pass, the id in the body',
  access: 'verified',
  body: rejectSchema.extend({ match_id: uuidSchema }),
  response: okSchema,
  errors: ['match_gone'],
});
export const postMatchUndo = endpoint({
  method: 'POST',
  path: '/api/match/:id/undo',
  summary: 'Undo a pass: within 30 seconds, with premium within a day',
  access: 'verified',
  params: idParamsSchema,
  response: matchSchema,
  errors: ['match_gone'],
});
export const deleteMatch = endpoint({
  method: 'DELETE',
  path: '/api/match/:id',
  summary: 'Unmatch; everything between you closes at once',
  access: 'verified',
  params: idParamsSchema,
  response: okSchema,
  errors: ['match_gone'],
});

/** The endpoints of this file, by name. */
export const matchEndpoints = {
  getMatches,
  postMatchFind,
  getMatchPotential,
  getMatchPassed,
  getMatchLikes,
  postMatchLikes,
  postMatchLetKnow,
  getMatch,
  postMatchAccept,
  postMatchReject,
  postMatchLike,
  postMatchPass,
  postMatchUndo,
  deleteMatch,
};
