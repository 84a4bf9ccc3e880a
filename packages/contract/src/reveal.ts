import { z } from 'zod';
import { endpoint, idParamsSchema, instantSchema, percentSchema, uuidSchema } from './endpoint.ts';
import { REVEAL_STAGE_IDS, stageNumberSchema } from './reveal-stages.ts';
import { publicProfileSchema } from './user.ts';

export const revealRequestSchema = z.strictObject({
  id: uuidSchema,
  match_id: uuidSchema,
  requester_id: uuidSchema,
  /** The number of the stage that it asks to open. */
  stage: stageNumberSchema.min(1),
  status: z.enum(['pending', 'accepted', 'declined', 'withdrawn']),
  created_at: instantSchema,
});
export type RevealRequest = z.infer<typeof revealRequestSchema>;

export const revealStateSchema = z.strictObject({
  match_id: uuidSchema,
  reveal_status: z.enum(REVEAL_STAGE_IDS),
  stage: stageNumberSchema,
  /** The pair's trust level, a percentage. */
  trust_level: percentSchema,
  /** The next stage and the trust level it needs; null when all are open. */
  next: z
    .strictObject({
      stage: z.number().int(),
      status: z.enum(REVEAL_STAGE_IDS),
      needs_trust_level: percentSchema,
      ready: z.boolean(),
    })
    .nullable(),
  /** What would raise the trust level, as sentences. */
  trust_hints: z.array(z.string()),
  request: revealRequestSchema.nullable(),
  /** When the caller may ask again after a decline; null when now. */
  may_ask_again_at: instantSchema.nullable(),
  emotional_connection_score: percentSchema.nullable(),
  person: publicProfileSchema,
});
export type RevealState = z.infer<typeof revealStateSchema>;

const errors = [
  'match_gone',
  'reveal_trust_too_low',
  'reveal_photo_needed',
  'reveal_too_early',
  'reveal_out_of_order',
  'reveal_declined_recently',
  'conflict',
] as const;
const matchIdBodySchema = z.strictObject({ match_id: uuidSchema });

/** Asks for the next stage, or accepts the other's open request for it. */
export const postReveal = endpoint({
  method: 'POST',
  path: '/api/reveal/:matchId',
  summary: "Ask for the next stage, or accept the other's open request",
  access: 'verified',
  params: z.strictObject({ matchId: uuidSchema }),
  response: revealStateSchema,
  errors,
});
export const postRevealRequest = endpoint({
  method: 'POST',
  path: '/api/reveal/request',
  summary: 'Ask for the next stage',
  access: 'verified',
  body: matchIdBodySchema,
  response: revealStateSchema,
  errors,
});
export const postRevealAccept = endpoint({
  method: 'POST',
  path: '/api/reveal/accept',
  summary: "Accept the other's open request",
  access: 'verified',
  body: matchIdBodySchema,
  response: revealStateSchema,
  errors,
});
export const postRevealDecline = endpoint({
  method: 'POST',
  path: '/api/reveal/decline',
  summary: 'Decline kindly; final for 24 hours',
  access: 'verified',
  body: matchIdBodySchema,
  response: revealStateSchema,
  errors,
});
export const postRevealStepBack = endpoint({
  method: 'POST',
  path: '/api/reveal/step-back',
  summary: 'Go back a stage, or withdraw your own request',
  access: 'verified',
  body: matchIdBodySchema,
  response: revealStateSchema,
  errors,
});
export const getRevealStatus = endpoint({
  method: 'GET',
  path: '/api/reveal/:id/status',
  summary: 'How far the reveal of a match is (id of the match)',
  access: 'verified',
  params: idParamsSchema,
  response: revealStateSchema,
  errors: ['match_gone'],
});

/** The endpoints of this file, by name. */
export const revealEndpoints = {
  postReveal,
  postRevealRequest,
  postRevealAccept,
  postRevealDecline,
  postRevealStepBack,
  getRevealStatus,
};
